// The keyboard belongs to the table as soon as it stands there, and again when its tab is come back to.
"use strict";

function toTheTable() {
  document.querySelector(".xterm-helper-textarea")?.focus();
}

// A phone's window is narrow, so the letters are as small as the cards need, down to 8 pixels.
function fitLetters() {
  const terminal = document.getElementById("terminal");
  const most = Math.min(window.innerWidth / 80 / 0.61, window.innerHeight / 24 / 1.25);
  terminal.dataset.fontSize = Math.min(terminal.dataset.fontSize, Math.max(8, Math.floor(most)));
}

// The link at the end opens the page again only if it still leads somewhere.
async function isOpen() {
  const answer = await fetch("open").catch(() => null);
  const open = answer !== null && answer.ok;
  document.body.classList.toggle("-moved", open && (await answer.text()) === "moved");
  document.body.classList.toggle("-gone", !open);
  return open;
}

window.addEventListener("DOMContentLoaded", () => {
  fitLetters();
  document.querySelector("#again a").addEventListener("click", async (event) => {
    event.preventDefault();
    if (await isOpen()) {
      location.reload();
    }
  });
  const ending = new MutationObserver(() => {
    if (document.body.classList.contains("-closed")) {
      ending.disconnect();
      isOpen();
    }
  });
  ending.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  const watched = new MutationObserver(() => {
    if (document.body.classList.contains("-first-byte")) {
      watched.disconnect();
      toTheTable();
    }
  });
  watched.observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
window.addEventListener("focus", toTheTable);
