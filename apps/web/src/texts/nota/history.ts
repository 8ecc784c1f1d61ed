import { translated } from "../../languages/language.ts";

/** Texts of a document's history, one per line. */
export const historyTexts = translated("historyTexts", {
  rotulo: "Histórico do documento",
  emitida: "Emitida",
  protocolo: (palavra: string) => `${palavra} pela SEFAZ, segundo o arquivo`,
  numeroProtocolo: (numero: string) => `Protocolo ${numero}`,
  email: "E-mail recebido",
  copia: "Outra cópia recebida por e-mail",
  importada: "Arquivo importado",
  extraida: "Documento extraído",
  conferida: (veredito: string) => `Assinatura conferida: ${veredito}`,
  quarentena: "Posta em quarentena",
  quarentenaTexto: "Fora do painel, do ERP, das exportações e do download público.",
  liberada: "Liberada da quarentena",
  atos: {
    liberou: "Liberada da quarentena",
    colocou: "Colocada em quarentena",
    retomou: "Devolvida à quarentena: a SEFAZ autorizou outro conteúdo",
  },
  consultada: (resposta: string) => `SEFAZ consultada: ${resposta}`,
  semResposta: "SEFAZ consultada: sem resposta",
  vezes: (n: number, quando: string) => `${n} vezes com a mesma resposta, a última em ${quando}`,
  evento: { email: "Recebido por e-mail", sefaz: "Informado pela SEFAZ" },
  pedida: (palavra: string) => `Manifestação pedida: ${palavra}`,
  registrada: (palavra: string) => `Manifestação registrada na SEFAZ: ${palavra}`,
  recusada: (palavra: string) => `Manifestação recusada pela SEFAZ: ${palavra}`,
  falhou: (palavra: string) => `Manifestação não enviada: ${palavra}`,
  marcas: { recebido: "Recebido", conferido: "Conferido", processado: "Processado no ERP" },
  proxima: "Próxima conferência na SEFAZ",
  verEmail: "Ver o e-mail",
  verImportacao: "Ver a importação",
} as const);
