import {
  formatChave,
  formatData,
  formatDocumento,
  formatReais,
  formatTipoNota,
  type TipoNota,
} from "@malote/syntax";

/** A document that SEFAZ authorized and whose XML never came, and who asks for it. */
export type CartaPedida = {
  tipoNota: TipoNota;
  chave: string;
  numero: string | null;
  serie: string | null;
  emissao: Date | null;
  valorTotal: string | null;
  nomeEmitente: string | null;
  /** Who bought: the empresa for which SEFAZ told of it. */
  empresa: { nome: string; cnpj: string } | null;
  /** The mailbox that is watched; null when there is none whose address is known. */
  caixa: string | null;
  zona: string;
};

/** A message that asks the supplier for the XML, in Portuguese, ready to be sent. */
export function writeCarta(pedida: CartaPedida): { assunto: string; texto: string } {
  const documento = nameOf(pedida);
  const { empresa, caixa } = pedida;
  const saudacao = pedida.nomeEmitente === null ? "Prezados," : `Prezados da ${pedida.nomeEmitente},`;
  const para = caixa === null ? "em resposta a este e-mail" : `para ${caixa}`;
  const paragrafos = [
    saudacao,
    `Consta na SEFAZ ${artigoOf(pedida.tipoNota)} ${documento}, mas o arquivo XML não chegou até nós.`,
    listDados(pedida).join("\n"),
    `Por favor, enviem o XML autorizado ${para}. O DANFE em PDF não substitui o XML, que temos de guardar.`.replace(
      "O DANFE",
      pedida.tipoNota === "NFe" ? "O DANFE" : "O DACTE",
    ),
    "Se já o enviaram, pedimos que o enviem de novo. Obrigado.",
  ];
  const assinatura = empresa === null ? [] : [`${empresa.nome}\nCNPJ ${formatDocumento(empresa.cnpj)}`];
  return {
    assunto: `Pedido do XML: ${documento}`,
    texto: [...paragrafos, ...assinatura].join("\n\n"),
  };
}

function nameOf({ tipoNota, numero, serie }: CartaPedida): string {
  const serieText = serie === null ? "" : `, série ${serie}`;
  return numero === null ? formatTipoNota(tipoNota) : `${formatTipoNota(tipoNota)} nº ${numero}${serieText}`;
}

function artigoOf(tipoNota: TipoNota): string {
  return tipoNota === "NFe" || tipoNota === "NFCe" ? "a" : "o";
}

function listDados({ chave, emissao, valorTotal, zona }: CartaPedida): string[] {
  return [
    `Chave de acesso: ${formatChave(chave)}`,
    ...(emissao === null ? [] : [`Data de emissão: ${formatData(emissao, zona)}`]),
    // A letter is plain text: a common space where screens keep "R$" and the number together.
    ...(valorTotal === null ? [] : [`Valor: ${formatReais(valorTotal).replace("\u00a0", " ")}`]),
  ];
}
