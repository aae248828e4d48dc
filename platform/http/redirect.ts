/** An answer that names another address to go to. */
export class Redirect {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}
