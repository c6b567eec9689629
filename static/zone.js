// The browser's time zone, by which the player's days are counted unless they choose another.
for (const field of document.querySelectorAll(".start [name=zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
