// Runs before the first paint: the theme chosen on this device, else the system's. The key is the theme manager's.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem("malote-tema");
  } catch {
    // Storage may be closed to us; the system decides then.
  }
  const dark = saved === "dark" || (saved !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
