import {
  type Family,
  formatChave,
  formatDate,
  formatDocumento,
  formatReais,
  formatTipoNota,
  MODELOS,
  type TipoNota,
} from "@malote/syntax";

/** A document authorized at SEFAZ whose XML is missing, and the company that requests it. */
export type SupplierEmail = {
  tipoNota: TipoNota;
  chave: string;
  numero: string | null;
  serie: string | null;
  emissao: Date | null;
  valorTotal: string | null;
  nomeEmitente: string | null;
  /** The buyer: the empresa whose distribuição reported the document. */
  empresa: { nome: string; cnpj: string } | null;
  /** The watched mailbox; null when none has a known address. */
  caixa: string | null;
  zona: string;
};

/** The name that suppliers use for the printed form of any document of a family. */
const PRINTED_FORMS: Readonly<Record<Family, string>> = { nfe: "DANFE", cte: "DACTE", mdfe: "DAMDFE" };

/** The message that requests the XML from the supplier, in Portuguese, ready to send. */
export function writeSupplierEmail(email: SupplierEmail): { assunto: string; texto: string } {
  const documento = nameOf(email);
  const { empresa, caixa } = email;
  const greeting = email.nomeEmitente === null ? "Prezados," : `Prezados da ${email.nomeEmitente},`;
  const para = caixa === null ? "em resposta a este e-mail" : `para ${caixa}`;
  const paragraphs = [
    greeting,
    `Consta na SEFAZ ${MODELOS[email.tipoNota].artigo} ${documento}, mas o arquivo XML não chegou até nós.`,
    listFields(email).join("\n"),
    `Por favor, enviem o XML autorizado ${para}. O DANFE em PDF não substitui o XML, que temos de guardar.`.replace(
      "O DANFE",
      `O ${PRINTED_FORMS[MODELOS[email.tipoNota].family]}`,
    ),
    "Se já o enviaram, pedimos que o enviem de novo. Obrigado.",
  ];
  const assinatura = empresa === null ? [] : [`${empresa.nome}\nCNPJ ${formatDocumento(empresa.cnpj)}`];
  return {
    assunto: `Pedido do XML: ${documento}`,
    texto: [...paragraphs, ...assinatura].join("\n\n"),
  };
}

function nameOf({ tipoNota, numero, serie }: SupplierEmail): string {
  const serieText = serie === null ? "" : `, série ${serie}`;
  return numero === null ? formatTipoNota(tipoNota) : `${formatTipoNota(tipoNota)} nº ${numero}${serieText}`;
}

function listFields({ chave, emissao, valorTotal, zona }: SupplierEmail): string[] {
  return [
    `Chave de acesso: ${formatChave(chave)}`,
    ...(emissao === null ? [] : [`Data de emissão: ${formatDate(emissao, zona)}`]),
    // An e-mail is plain text, so it gets a normal space instead of the no-break space after "R$".
    ...(valorTotal === null ? [] : [`Valor: ${formatReais(valorTotal).replace("\u00a0", " ")}`]),
  ];
}
