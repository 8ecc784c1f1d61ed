import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
/** Explanations of fields that many answers share. */
export const COMMON_FIELDS: Readonly<Record<string, string>> = {
  entradaSaida: "`E`: recebido por uma empresa da conta; `S`: emitido por ela",
  tipoNota: new Intl.ListFormat("pt-BR", { type: "disjunction" }).format(TIPOS_NOTA.map(formatTipoNota)),
  chaveAcesso: "44 caracteres, sem máscara; alguns podem ser letras. Guarde como texto",
  cnpjEmitente: "sem máscara; um CNPJ pode ter letras, e onde há pessoa física é um CPF",
  nfeStatus: "cStat dentro do protocolo que veio no arquivo; `null` se veio sem ele",
  sefazStatus: "cStat que a SEFAZ responde hoje sobre o documento; `null` até ela responder",
  alertas: "o que a SEFAZ acrescenta à autorização (`cMsg` e `xMsg`), no arquivo ou ao responder",
  divergente:
    "os dois são conhecidos e diferem, ou o arquivo veio sem protocolo e a SEFAZ informa que o documento não existe; `null` enquanto um deles falta",
  veredito: "o que o arquivo prova por si mesmo; veja [Vereditos e achados](vereditos.md)",
  quarentena:
    "veio adulterado ou suspeito, e ninguém o liberou: fica fora de contagens, exportações e marcas",
  terceiros: "nenhuma empresa da conta é parte dele; só vem com `incluirTerceiros`",
  processadoErp: "o ERP já o tem; `processadoEm` e `processadoPor` mostram quando e por quem",
  manifestacao: "0 nenhuma, 1 confirmada, 2 desconhecida, 3 não realizada, 4 ciência",
  hashSha1Nota: "SHA-1 em hexadecimal dos bytes do XML; `hashSha1Canc`, do evento de cancelamento",
  criadoEm: "quando chegou ao Malote; `alteradoEm`, a última vez que algo dele mudou",
  faltandoXml: "a SEFAZ o autorizou e o XML nunca chegou",
};
