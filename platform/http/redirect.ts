/** A response that redirects to another URL. */
export class Redirect {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}
