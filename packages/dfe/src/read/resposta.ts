import type { AlertaSefaz } from "../leitura.ts";
import type { XmlElement } from "../xml/tree.ts";
import { readAlertas } from "./alertas.ts";
import { anyFieldOf, fieldOf, LayoutError, textFieldOf } from "./fields.ts";
import { readInstante } from "./instante.ts";

/** Reads what SEFAZ answered. Nobody signed it: a field of it that cannot be read is left out and remembered, and the document
 * beside it is read all the same. */
export class Resposta {
  readonly #element: XmlElement | null;
  readonly defeitos: string[];

  /** @param defeitos tags that were found wanting before */
  constructor(element: XmlElement | null, defeitos: readonly string[] = []) {
    this.#element = element;
    this.defeitos = [...defeitos];
  }

  field(tag: string): string | null {
    return this.#read(tag, () => fieldOf(this.#element, tag));
  }

  text(tag: string): string | null {
    return this.#read(tag, () => textFieldOf(this.#element, tag));
  }

  /** The first of several alternative fields that is there. */
  anyField(tags: readonly string[]): string | null {
    return this.#read(tags.join("|"), () => anyFieldOf(this.#element, tags));
  }

  /**
   * The pairs of cMsg and xMsg, which are not wrapped; those past the limit, or without a text, are
   * left out.
   */
  alertas(): AlertaSefaz[] {
    return readAlertas(this.#element);
  }

  /** A date as ISO with an offset.   @param uf of the issuer, for old dates without one */
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
