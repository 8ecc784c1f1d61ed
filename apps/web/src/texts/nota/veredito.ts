import type { Gravidade, Veredito } from "@malote/contract";
import { translated } from "../../languages/language.ts";

/** The meaning of each veredito, in one sentence. */
export const vereditoTexts: Record<Veredito, string> = translated("vereditoTexts", {
  autentica: "É o que o emitente assinou, com certificado da ICP-Brasil, e traz a autorização da SEFAZ.",
  integra:
    "É o que o emitente assinou, e traz a autorização da SEFAZ. Só a origem do certificado não foi conferida por completo.",
  "sem-protocolo": "É o que o emitente assinou, mas o arquivo não mostra que a SEFAZ o autorizou.",
  "nao-autorizada": "É o que o emitente assinou, mas o arquivo não traz uma autorização válida.",
  "assinatura-invalida": "Não se comprova que o conteúdo é o que o emitente assinou.",
  suspeita: "Há sinais de que o documento não é o que parece. Não confie no que ele diz.",
  ilegivel: "O arquivo não pôde ser lido.",
});

/** Damage to a file in transit that was reversed, by the name of the reversal. */
const repairTexts: Readonly<Record<string, string>> = {
  "espacos-entre-tags": "espaços e quebras de linha entre os campos do XML",
  "fins-de-linha": "fins de linha trocados",
  "espacos-finais": "espaços a mais no fim das linhas",
  "utf8-duplicado": "acentos codificados duas vezes",
  "latin1-recodificado": "acentos gravados em outra codificação",
  "declaracao-de-codificacao": "uma codificação declarada que não é a do texto",
  "namespaces-em-volta": "marcações de outro sistema em volta da nota",
};

export const assessmentTexts = translated("assessmentTexts", {
  confirmada: "A SEFAZ confirmou este mesmo conteúdo.",
  confirmadaAntes: "É o conteúdo que a SEFAZ autorizou; a situação dele mudou depois.",
  semProtocolo: "O arquivo veio sem o protocolo, e a SEFAZ confirmou este conteúdo.",
  semProtocoloConfirmada:
    "É o que o emitente assinou. O arquivo veio sem o protocolo, e a SEFAZ confirmou este conteúdo.",
  autenticaDesconhecida:
    "É o que o emitente assinou, com certificado da ICP-Brasil, e traz um protocolo que a SEFAZ não reconhece.",
  integraDesconhecida:
    "É o que o emitente assinou, e traz um protocolo que a SEFAZ não reconhece. A origem do certificado também não foi conferida por completo.",
  naoEOAutorizado:
    "A chave existe e está autorizada na SEFAZ, mas este arquivo não é o que ela autorizou. Peça o XML original ao emitente.",
  soAChave:
    "A chave existe e está autorizada na SEFAZ, mas isso não comprova este arquivo. Peça o XML original ao emitente.",
  resposta: (palavra: string) => `A SEFAZ respondeu: ${palavra}.`,
  respostaDesconhecida: "A SEFAZ respondeu que não conhece este documento.",
  reparada: (danos: string) =>
    `O e-mail deixou no arquivo ${danos}. O Malote desfez isso, e a assinatura do emitente comprova que o resultado é o original.`,
  evidencia: {
    assinado: "Assinado",
    calculado: "Calculado agora",
    soma: (total: string, soma: string) => `diz ${total}, e a soma das partes é ${soma}`,
  },
  dano: (nome: string) => repairTexts[nome] ?? "uma alteração reversível",
  e: " e ",
  guardado: "O arquivo como chegou também está guardado.",
  verGuardado: "Ver no e-mail",
  grupos: { grave: "Graves", aviso: "Avisos", informacao: "Informações" } satisfies Record<Gravidade, string>,
  gravidades: { grave: "grave", aviso: "aviso", informacao: "informação" } satisfies Record<
    Gravidade,
    string
  >,
  vezes: (n: number) => `${n} campos`,
  verAchados: (todos: number | null) => (todos === null ? "Ver os achados" : `Ver os ${todos} achados`),
  verCampos: (n: number) => `Ver os ${n} campos`,
  liberada: (por: string, quando: string) => `Liberada da quarentena por ${por} em ${quando}`,
  alguem: "um administrador",
} as const);
