import type { Empresa } from "../../document-generator/companies/companies.ts";
import type { Anexo, SampleContext } from "../sample-context.ts";
import { drawText } from "../sample-context.ts";
import type { TransferStyle } from "./transfer-styles.ts";

/** An attachment with its transfer properties; `hasDfe`: it contains the documents of the e-mail. */
export type EmailAnexo = Anexo & { transfer: TransferStyle; hasDfe?: true };

/** The content of an e-mail, before a mail program encodes it. Lines end in LF. */
export type EmailContent = {
  de: { nome: string; endereco: string };
  para: string;
  data: Date;
  assunto: string;
  texto: string;
  /** Null for an e-mail with text only. */
  html: string | null;
  anexos: readonly EmailAnexo[];
  /** Additional headers, such as those of an automatic reply. */
  extras?: readonly (readonly [string, string])[];
};

const GREETINGS = ["Prezados,", "Bom dia,", "Boa tarde!", "Olá,", "Caro cliente,", "Sr(a). Cliente,"];
const CLOSINGS = ["Atenciosamente,", "Att.,", "Grato,", "Cordialmente,", "Abraços,"];
const BODIES = [
  "Segue em anexo: TITULOS.",
  "Encaminhamos o XML referente a TITULOS, conforme a legislação vigente.",
  "Você está recebendo TITULOS, autorizado(a) pela SEFAZ. Guarde o arquivo por cinco anos.",
  "Em anexo TITULOS e o respectivo DANFE. Favor confirmar o recebimento.",
];
const AVISO =
  "Esta mensagem, incluindo seus anexos, é confidencial e destina-se exclusivamente ao destinatário. Se você a recebeu por engano, apague-a e avise o remetente. Antes de imprimir, pense no meio ambiente.";

export function inventEmail(
  context: SampleContext,
  { emitente, titulos }: { emitente: Empresa; titulos: readonly string[] },
): EmailContent {
  const { random } = context;
  const what = titulos.slice(0, 4).join(", ");
  const lines = [
    random.pick(GREETINGS),
    "",
    random.pick(BODIES).replace("TITULOS", what),
    "",
    random.pick(CLOSINGS),
    emitente.fantasia,
    `${emitente.endereco.municipio} - ${emitente.endereco.uf}`,
    ...(random.integer(1, 3) === 1 ? ["", AVISO] : []),
  ];
  const html = random.integer(1, 3) === 1 ? null : toHtml(lines);
  return {
    de: { nome: `${emitente.fantasia} - Faturamento`, endereco: emitente.email },
    para: context.destino,
    data: new Date(context.now.getTime() - random.integer(1, 5_000) * 1000),
    assunto: `${what} - ${emitente.fantasia} (${drawText(random, 4)})`,
    texto: `${lines.join("\n")}\n`,
    html,
    anexos: [],
  };
}

export function toHtml(lines: readonly string[]): string {
  const body = lines.map((line) => (line === "" ? "<br>" : `<p style="margin:0">${escapeHtml(line)}</p>`));
  return `<html><head><style>p{font-family:Calibri,sans-serif}</style></head><body>\n${body.join("\n")}\n</body></html>\n`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
