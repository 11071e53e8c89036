/** What the router needs of a link with search parameters that the server has sent, such as /partners?status=active. */
export function targetOf(href: string) {
  const [to = '', query = ''] = href.split('?');
  return { to, search: Object.fromEntries(new URLSearchParams(query)) };
}
