// The keyboard belongs to the table as soon as it stands there, and again when its tab is come back to.
"use strict";

function toTheTable() {
  document.querySelector(".xterm-helper-textarea")?.focus();
}

// The link at the end opens the page again only if it still leads somewhere.
async function isOpen() {
  const open = await fetch("open").then((answer) => answer.ok, () => false);
  document.body.classList.toggle("-gone", !open);
  return open;
}

window.addEventListener("DOMContentLoaded", () => {
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
