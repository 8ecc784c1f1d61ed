/** There is no session; each door says it in its own way (−32001, 401 or the way to /login). */
export class Unauthorized extends Error {
  constructor() {
    super("Unauthorized");
    this.name = "Unauthorized";
  }
}
