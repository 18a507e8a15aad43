// A connection per request. A kept-alive one that the server has just closed fails the request that is sent on it, and
// fetch must not repeat a POST by itself.
const fetchAsUsual = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("Connection", "close");
  return fetchAsUsual(request);
};
