import {
  type Family,
  formatDate,
  formatDocumento,
  formatInteger,
  formatReais,
  formatTipoNota,
  MODELOS,
} from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName } from "./content.ts";

type Request = EmailData<"pedido-xml">;
type Requested = Request["documentos"][number];

/** The name that suppliers use for the printed form of any document of a family. */
const PRINTED_FORMS: Readonly<Record<Family, string>> = { nfe: "DANFE", cte: "DACTE", mdfe: "DAMDFE" };

/**
 * The e-mail that asks a supplier for XMLs, in plain text. Names come from users and from SEFAZ: no part of
 * them becomes a link, and none is in the subject.
 */
export function writeXmlRequest(
  request: Request,
  zona: string,
): { assunto: string; texto: string; responderA: string } {
  const { nomeEmitente, empresa, responderA, lembrete, documentos } = request;
  const total = documentos.length === 1 ? "1 documento" : `${formatInteger(documentos.length)} documentos`;
  const cnpj = formatDocumento(empresa.cnpj);
  const paragraphs = [
    nomeEmitente === null ? "Prezados," : `Prezados da ${cleanName(nomeEmitente)},`,
    ...(lembrete === null
      ? []
      : [`Este é um lembrete do pedido que enviamos em ${formatDate(lembrete, zona)}.`]),
    `A SEFAZ registrou ${total} de vocês para ${cleanName(empresa.nome)}, CNPJ ${cnpj}, e o XML não chegou até nós:`,
    documentos.map((each) => describe(each, zona)).join("\n\n"),
    `Por favor, enviem o XML para ${responderA}, ou respondam a este e-mail com os arquivos anexados. ${printedFormsOf(documentos)} em PDF não substitui o XML, que temos de guardar.`,
    "Se já o enviaram, pedimos que o enviem de novo. Obrigado.",
    `${cleanName(empresa.nome)}\nCNPJ ${cnpj}\nPedido por ${cleanName(request.pedidoPor)}, com o Malote`,
  ];
  return {
    assunto: `${lembrete === null ? "Pedido" : "Lembrete do pedido"} de XML: ${total} para o CNPJ ${cnpj}`,
    texto: `${paragraphs.join("\n\n")}\n`,
    responderA,
  };
}

// A chave without spaces: suppliers paste it into their own search.
function describe({ tipoNota, chave, numero, serie, emissao, valor }: Requested, zona: string): string {
  const facts = [
    numero === null ? formatTipoNota(tipoNota) : `${formatTipoNota(tipoNota)} nº ${formatInteger(numero)}`,
    ...(serie === null ? [] : [`série ${serie}`]),
    ...(emissao === null ? [] : [formatDate(emissao, zona)]),
    // An e-mail is plain text, so it gets a normal space instead of the no-break space after "R$".
    ...(valor === null ? [] : [formatReais(valor).replace("\u00a0", " ")]),
  ];
  return `${facts.join(", ")}\nChave ${chave}`;
}

function printedFormsOf(documentos: readonly Requested[]): string {
  const forms = documentos.map(({ tipoNota }) => PRINTED_FORMS[MODELOS[tipoNota].family]);
  return `O ${[...new Set(forms)].join(" ou o ")}`;
}
