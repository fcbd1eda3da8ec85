// Before anything is drawn: the theme that was chosen last, if any.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('heddle-theme');
  } catch {
    // No storage: the system's theme it is.
  }
  if (kept === 'dark' || kept === 'light') {
    document.documentElement.dataset.theme = kept;
  }
})();
