import { VEREDITO_LABELS } from "@malote/contract";
import { ACHADOS, type AchadoRule, type Severity, VEREDITOS, type Veredito } from "@malote/dfe";

/** Verdicts in order of precedence, strongest first; a test compares this with the judge. */
export const PRECEDENCE: readonly Veredito[] = [
  "ilegivel",
  "suspeita",
  "assinatura-invalida",
  "nao-autorizada",
  "sem-protocolo",
  "integra",
];

const SENTENCES: Readonly<Record<Veredito, string>> = {
  autentica:
    "O conteúdo é o que o emitente assinou, o certificado é dele e vem de uma autoridade da ICP-Brasil, e o protocolo que acompanha o arquivo é de autorização.",
  integra:
    "O conteúdo é o que foi assinado e nada nele se contradiz, mas não está provado quem assinou: falta conferir a origem do certificado ou a autorização de quem assinou. Sem os certificados da ICP-Brasil nesta instalação, qualquer um pode ter assinado com o nome do emitente.",
  "sem-protocolo":
    "O conteúdo é o que foi assinado, mas nada no arquivo mostra que a SEFAZ o autorizou; em modelos que o Malote não lê, só a assinatura foi conferida.",
  "nao-autorizada":
    "O conteúdo é o que o emitente assinou, mas o próprio arquivo mostra que não vale: o protocolo não é de autorização, ou o documento é de testes.",
  "assinatura-invalida":
    "O conteúdo não é o que foi assinado, ou não há assinatura que possa ser conferida: o arquivo não tem valor fiscal.",
  suspeita:
    "Há sinais de fraude ou de montagem: algo no arquivo contradiz a assinatura, a chave ou o protocolo.",
  ilegivel: "O arquivo está danificado ou fora do leiaute do seu modelo, e o conteúdo não pôde ser lido.",
};

const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  grave: "grave",
  aviso: "aviso",
  informacao: "informação",
};

/** Writes docs/vereditos.md from the table of findings, in Markdown. */
export function writeVereditos(): string {
  return `${[INTRODUCTION, tableOfVereditos(), DECISION, tableOfAchados()].join("\n\n")}\n`;
}

const INTRODUCTION = `# Vereditos e achados

<!-- Escrito por scripts/docs.mjs a partir de packages/dfe/src/achados.ts: mude lá e rode \`node scripts/docs.mjs vereditos\`. -->

Cada documento fiscal recebido ganha um veredito e os achados que o explicam. O exame usa só o arquivo: a assinatura, o certificado,
a chave de acesso, o protocolo que veio junto e a forma do XML. A resposta posterior da SEFAZ aparece ao lado e pode confirmar ou
desmentir o documento. Resumos, lotes e mensagens da SEFAZ não são documentos e não têm veredito.

## Os sete vereditos, do melhor ao pior`;

const DECISION = `## Como se decide

1. Cada achado pode impor um veredito; a tabela abaixo diz qual. Vale o mais forte dos impostos, nesta ordem:
   ${PRECEDENCE.map(labelOf).join(", ")}.
2. Uma exceção: se a assinatura não vale, as suspeitas que dependem de uma assinatura válida (de quem é o certificado, que chave, que
   protocolo) não pesam, e o veredito é *${VEREDITO_LABELS["assinatura-invalida"]}*. Pesam, e fazem *${VEREDITO_LABELS.suspeita}*, as que impedem conferir a assinatura.
3. Se nenhum achado impõe nada, o veredito é *${VEREDITO_LABELS.autentica}*.

A assinatura tem ainda o seu próprio estado, sobre os bytes como chegaram: *válida*, *inválida* (não confere), *ausente* ou
*erro* (não pôde ou não deve ser conferida). Se o e-mail danificou o arquivo e o Malote o reparou, o veredito é o do original
recuperado, e o achado *${ACHADOS.reparada.titulo}* diz o que foi reparado.

Ficam em quarentena, até a liberação por um administrador, as notas com veredito *${VEREDITO_LABELS["assinatura-invalida"]}* ou *${VEREDITO_LABELS.suspeita}*. As do ambiente de testes
da SEFAZ ficam nela sempre.

## Os achados

Gravidade: *grave* tira a confiança no documento, *aviso* pede conferência, *informação* só informa.`;

function tableOfVereditos(): string {
  const rows = VEREDITOS.map(
    (veredito) => `| ${VEREDITO_LABELS[veredito]} | \`${veredito}\` | ${SENTENCES[veredito]} |`,
  );
  return ["| Veredito | Código | Significado |", "|---|---|---|", ...rows].join("\n");
}

function tableOfAchados(): string {
  const rows = Object.entries(ACHADOS).map(rowOf);
  return [
    "| Código | Achado | Gravidade | Veredito que impõe | Explicação |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function rowOf([codigo, { titulo, gravidade, veredito, mensagem }]: [string, AchadoRule]): string {
  const imposed = veredito === null ? "–" : VEREDITO_LABELS[veredito];
  return `| \`${codigo}\` | ${titulo} | ${SEVERITY_LABELS[gravidade]} | ${imposed} | ${mensagem} |`;
}

function labelOf(veredito: Veredito): string {
  return `*${VEREDITO_LABELS[veredito]}*`;
}
