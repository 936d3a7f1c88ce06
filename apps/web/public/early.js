// Runs before the first paint so that a dark console never flashes white. Same key as theme/scheme.ts.
(function () {
  var root = document.documentElement;
  var scheme = 'auto';
  try {
    scheme = localStorage.getItem('countersign.scheme') || 'auto';
    root.lang = localStorage.getItem('countersign.language') || root.lang;
  } catch (blocked) {
    // Storage may be switched off; the defaults stand.
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
