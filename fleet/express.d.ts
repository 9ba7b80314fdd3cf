/** The part of express that the practice fleet uses; the package brings no types. */
declare module "express" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  interface Request extends IncomingMessage {
    body?: unknown;
  }
  type Handler = (request: Request, response: ServerResponse, next: (error?: unknown) => void) => unknown;
  interface Express extends RequestListener {
    use(...handlers: unknown[]): Express;
    get(path: string, ...handlers: unknown[]): Express;
    all(path: string, handler: Handler): Express;
    post(path: string, handler: Handler): Express;
  }
  function express(): Express;
  namespace express {
    function json(): Handler;
  }
  export default express;
}
