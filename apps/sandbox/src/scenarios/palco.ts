import type { Relogio } from "../clock.ts";
import type { Caixa } from "../correio/caixa.ts";
import { type Anexo, writeEmail } from "../correio/write-email.ts";
import { FORNECEDORES, type Fornecedor } from "../papelaria/fornecedores.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import type { Papelaria } from "../papelaria/papelaria.ts";
import { type Protocolo, writeProc } from "../papelaria/protocolo.ts";
import { XML_DECLARATION } from "../papelaria/write-xml.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import type { Sorteio } from "../sorteio.ts";

/** A nota that the simulator's SEFAZ authorized, with the document as it goes by mail. */
export type NotaAutorizada = NotaAssinada & { protocolo: Protocolo; procXml: string };

/** What a scenario has in its hands. */
export type Palco = {
  readonly sorteio: Sorteio;
  now(): Date;
  /** One of the suppliers with a numeric CNPJ. */
  pickFornecedor(): Fornecedor;
  /** Signs a new nota to the demo company and has it authorized, `idadeMin` minutes ago (5 to 40 when absent). */
  emitNota(o?: { fornecedor?: Fornecedor; idadeMin?: number }): NotaAutorizada;
  /** Signs a nota that no SEFAZ ever saw, with a protocol that looks right. */
  inventNota(fornecedor: Fornecedor): NotaAutorizada;
  /** Cancels at SEFAZ; it counts from `dataEvento` on. Answers the procEventoNFe as it goes by mail. */
  cancelNota(nota: NotaAutorizada, o: { dataEvento: Date; justificativa: string }): string;
  /** Puts a message from a supplier into the demo box. */
  sendEmail(email: {
    de: Fornecedor;
    assunto: string;
    texto: string;
    html?: string;
    anexos: readonly Anexo[];
  }): Promise<void>;
  /** Puts bytes into the demo box as they are. */
  sendRaw(raw: Buffer): void;
};

const SERIE = 1;
const MINUTE_MS = 60_000;
const IDADE_MIN = 5;
const IDADE_MAX = 40;
const SEQUENCIA_MAX = 999_999_999;

type Mundo = {
  papelaria: Papelaria;
  sefaz: Sefaz;
  caixa: Caixa;
  relogio: Relogio;
  sorteio: Sorteio;
  destino: string;
};

export function createPalco({ papelaria, sefaz, caixa, relogio, sorteio, destino }: Mundo): Palco {
  const sign = (fornecedor: Fornecedor, emissao: Date): NotaAssinada =>
    papelaria.signNota({
      fornecedor,
      destinatario: papelaria.destinatario,
      emissao,
      serie: SERIE,
      numero: sefaz.livro.nextNumero(fornecedor.cnpj, SERIE),
      itens: papelaria.inventItens(fornecedor),
    });
  const ago = (minutes: number): Date => new Date(relogio.now().getTime() - minutes * MINUTE_MS);
  const withProtocolo = (nota: NotaAssinada, protocolo: Protocolo): NotaAutorizada => ({
    ...nota,
    protocolo,
    procXml: writeProc(nota, protocolo),
  });
  const pickFornecedor = (): Fornecedor => sorteio.pick(FORNECEDORES);
  return {
    sorteio,
    now: () => relogio.now(),
    pickFornecedor,
    emitNota: ({ fornecedor = pickFornecedor(), idadeMin = sorteio.integer(IDADE_MIN, IDADE_MAX) } = {}) => {
      const nota = sign(fornecedor, ago(idadeMin));
      return withProtocolo(nota, sefaz.authorizeNota(nota));
    },
    inventNota: (fornecedor) => {
      const nota = sign(fornecedor, ago(IDADE_MIN));
      const protocolo = sefaz.makeProtocolo(nota);
      const numero = `${protocolo.numero.slice(0, 5)}9${String(sorteio.integer(0, SEQUENCIA_MAX)).padStart(9, "0")}`;
      return withProtocolo(nota, { ...protocolo, numero });
    },
    cancelNota: (nota, pedido) =>
      XML_DECLARATION + sefaz.registerEvento(papelaria.signCancelamento(nota, pedido)),
    sendEmail: async ({ de, ...email }) => {
      const remetente = { nome: `${de.fantasia} - Faturamento`, endereco: de.email };
      caixa.put(await writeEmail({ ...email, de: remetente, para: destino, data: relogio.now() }));
    },
    sendRaw: (raw) => {
      caixa.put(raw);
    },
  };
}
