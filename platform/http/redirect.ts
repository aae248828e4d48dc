/** A response that redirects to another URL. */
export class Redirect {
  readonly url: string;
  /** Null for that of the route. */
  readonly status: 307 | null;

  constructor(url: string, status: 307 | null = null) {
    this.url = url;
    this.status = status;
  }
}
