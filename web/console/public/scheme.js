// Runs before the first paint, so that a dark choice never flashes white. A file of its own:
// the content security policy allows no inline script.
(() => {
  const kept = localStorage.getItem('mantine-color-scheme-value');
  const dark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
