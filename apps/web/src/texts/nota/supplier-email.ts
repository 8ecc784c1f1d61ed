import { NFE_STATUS_OTHER, STATUS_WORDS } from "@malote/contract";

/**
 * Texts of e-mails to suppliers. These are Brazilian companies, so the texts are Portuguese and have no
 * translations, whatever the language of the screen. Texts of the screen take `campos` and `situacao` from
 * here and translate them.
 */
export const supplierEmailTexts = {
  /** The request for the original XML. */
  pedido: {
    assunto: (documento: string, chave: string) => `Pedido do XML original da ${documento}, chave ${chave}`,
    corpo: (documento: string, chave: string) =>
      `Olá,\n\nO XML da ${documento} que recebemos não confere com a assinatura do emitente.\nChave de acesso: ${chave}\n\nPedimos o reenvio do arquivo XML original, sem alterações.\n\nObrigado.`,
  },
  /** The notice of what disagrees. */
  aviso: {
    assunto: (documento: string, chave: string) => `Divergência na ${documento}, chave ${chave}`,
    campo: (campo: string, xml: string | null, outra: { fonte: string; valor: string | null }) =>
      `${campo}: ${xml ?? "–"} no XML, ${outra.valor ?? "–"} segundo ${outra.fonte === "sefaz" ? "a SEFAZ" : "o e-mail"}`,
    corpo: (documento: string, chave: string, motivos: string) =>
      `Olá,\n\nRecebemos a ${documento}, mas há divergência.\nChave de acesso: ${chave}\n${motivos}\n\nPor favor, confirmem a situação dela e, se houver, enviem o XML que a substitui.\n\nObrigado.`,
  },
  campos: {
    situacao: "Situação",
    chave: "Chave",
    numero: "Número",
    emitente: "Emitente",
    destinatario: "Destinatário",
    emissao: "Emissão",
    valor: "Valor",
  },
  situacao: {
    divergente: (nfe: string | null, sefaz: string) =>
      `${nfe === null ? "O XML veio sem protocolo" : `O XML diz ${nfe}`}; a SEFAZ diz ${sefaz}`,
    desde: (palavra: string, quando: string) => `${palavra} em ${quando}`,
    desconhecida: "que não a conhece",
  },
  cStats: { palavras: STATUS_WORDS, outro: NFE_STATUS_OTHER },
} as const;
