import type { SefazAlert } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldOf, LayoutError, textFieldOf } from "../fields/fields.ts";
import { readInstante } from "../fields/instant.ts";
import { readAlertas } from "./alerts.ts";

/** Reads SEFAZ's answer. It is unsigned: an unreadable field is
 * omitted and recorded, and the document next to it is still read. */
export class SefazAnswer {
  readonly #element: XmlElement | null;
  readonly defeitos: string[];

  /** @param defects tags already found to be defective */
  constructor(element: XmlElement | null, defects: readonly string[] = []) {
    this.#element = element;
    this.defeitos = [...defects];
  }

  field(tag: string): string | null {
    return this.#read(tag, () => fieldOf(this.#element, tag));
  }

  text(tag: string): string | null {
    return this.#read(tag, () => textFieldOf(this.#element, tag));
  }

  /** The first of several alternative fields that has a value. */
  anyField(tags: readonly string[]): string | null {
    return this.#read(tags.join("|"), () => anyFieldOf(this.#element, tags));
  }

  /** The pairs of cMsg and xMsg, without those past the limit and those without a text. */
  alertas(): SefazAlert[] {
    return readAlertas(this.#element);
  }

  /** A date as ISO with an offset.   @param uf of the emitente, for old dates without one */
  instante(tag: string, uf: string): string | null {
    return this.#read(tag, () => {
      const text = fieldOf(this.#element, tag);
      return text === null ? null : readInstante(text, tag, uf);
    });
  }

  #read(tag: string, read: () => string | null): string | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      if (!this.defeitos.includes(tag)) this.defeitos.push(tag);
      return null;
    }
  }
}
