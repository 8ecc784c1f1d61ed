import type { Empresa } from "../../papelaria/empresas.ts";
import type { Anexo, Mesa } from "../mesa.ts";
import { drawText } from "../mesa.ts";
import type { Transporte } from "./transportes.ts";

/** An attachment with its transfer properties; `temDfe`: it contains the documents of the e-mail. */
export type AnexoCarta = Anexo & { transporte: Transporte; temDfe?: true };

/** The content of an e-mail, before a mail program encodes it. Lines end in LF. */
export type Carta = {
  de: { nome: string; endereco: string };
  para: string;
  data: Date;
  assunto: string;
  texto: string;
  /** Null for an e-mail with text only. */
  html: string | null;
  anexos: readonly AnexoCarta[];
  /** Additional headers, such as those of an automatic reply. */
  extras?: readonly (readonly [string, string])[];
};

const SAUDACOES = ["Prezados,", "Bom dia,", "Boa tarde!", "Olá,", "Caro cliente,", "Sr(a). Cliente,"];
const FECHOS = ["Atenciosamente,", "Att.,", "Grato,", "Cordialmente,", "Abraços,"];
const CORPOS = [
  "Segue em anexo: TITULOS.",
  "Encaminhamos o XML referente a TITULOS, conforme a legislação vigente.",
  "Você está recebendo TITULOS, autorizado(a) pela SEFAZ. Guarde o arquivo por cinco anos.",
  "Em anexo TITULOS e o respectivo DANFE. Favor confirmar o recebimento.",
];
const AVISO =
  "Esta mensagem, incluindo seus anexos, é confidencial e destina-se exclusivamente ao destinatário. Se você a recebeu por engano, apague-a e avise o remetente. Antes de imprimir, pense no meio ambiente.";

export function writeCarta(
  mesa: Mesa,
  { emitente, titulos }: { emitente: Empresa; titulos: readonly string[] },
): Carta {
  const { sorteio } = mesa;
  const what = titulos.slice(0, 4).join(", ");
  const lines = [
    sorteio.pick(SAUDACOES),
    "",
    sorteio.pick(CORPOS).replace("TITULOS", what),
    "",
    sorteio.pick(FECHOS),
    emitente.fantasia,
    `${emitente.endereco.municipio} - ${emitente.endereco.uf}`,
    ...(sorteio.integer(1, 3) === 1 ? ["", AVISO] : []),
  ];
  const html = sorteio.integer(1, 3) === 1 ? null : toHtml(lines);
  return {
    de: { nome: `${emitente.fantasia} - Faturamento`, endereco: emitente.email },
    para: mesa.destino,
    data: new Date(mesa.agora.getTime() - sorteio.integer(1, 5_000) * 1000),
    assunto: `${what} - ${emitente.fantasia} (${drawText(sorteio, 4)})`,
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
