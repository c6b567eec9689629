// Comfort for a link that is shown to be shared: buttons that copy it and hand it to the system.
(() => {
  const field = document.querySelector(".share input"), [copy, share] = document.querySelectorAll(".share button");
  for (const button of [copy, share]) button.textContent = button.dataset.text; // a text browser shows none
  copy.hidden = !navigator.clipboard;
  share.hidden = !navigator.share;
  copy.onclick = async () => {
    await navigator.clipboard.writeText(field.value);
    copy.textContent = copy.dataset.done;
  };
  share.onclick = () => navigator.share({ title: document.title, url: field.value }).catch(() => {}); // who closes the sheet shares nothing
})();
