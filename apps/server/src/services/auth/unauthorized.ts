/**
 * The request has no session. Each protocol answers it in its own form: −32001, 401 or a redirect
 * to /login.
 */
export class Unauthorized extends Error {
  constructor() {
    super("Unauthorized");
    this.name = "Unauthorized";
  }
}
