// The keyboard belongs to the table as soon as it stands there, and again when its tab is come back to.
"use strict";

function toTheTable() {
  document.querySelector(".xterm-helper-textarea")?.focus();
}

window.addEventListener("DOMContentLoaded", () => {
  const watched = new MutationObserver(() => {
    if (document.body.classList.contains("-first-byte")) {
      watched.disconnect();
      toTheTable();
    }
  });
  watched.observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
window.addEventListener("focus", toTheTable);
