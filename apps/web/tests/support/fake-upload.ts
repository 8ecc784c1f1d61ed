/** A form that the application sends with XMLHttpRequest, which reports the progress of an upload. */
class UploadRequest extends XMLHttpRequest {
  #path: string | null = null;
  #answer = { status: 0, text: "" };

  override open(method: string, url: string | URL): void {
    const { pathname } = new URL(url, window.location.href);
    if (pathname.startsWith("/Services/")) this.#path = pathname;
    else super.open(method, url);
  }

  override setRequestHeader(name: string, value: string): void {
    if (this.#path === null) super.setRequestHeader(name, value);
  }

  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    if (this.#path === null) super.send(body);
    else void this.#sendForm(this.#path, body instanceof FormData ? body : new FormData());
  }

  override abort(): void {
    if (this.#path === null) super.abort();
    else this.dispatchEvent(new ProgressEvent("abort"));
  }

  override get status(): number {
    return this.#path === null ? super.status : this.#answer.status;
  }

  override get responseText(): string {
    return this.#path === null ? super.responseText : this.#answer.text;
  }

  async #sendForm(path: string, body: FormData): Promise<void> {
    try {
      const response = await fetch(path, { method: "POST", body });
      this.#answer = { status: response.status, text: await response.text() };
    } catch {
      this.dispatchEvent(new ProgressEvent("error"));
      return;
    }
    this.upload.dispatchEvent(new ProgressEvent("load"));
    this.dispatchEvent(new ProgressEvent("load"));
  }
}

/** Uploads reach the fake server too: `answerEndpoint("/Services/import", …)`. */
export function installUploads(): void {
  window.XMLHttpRequest = UploadRequest;
}
