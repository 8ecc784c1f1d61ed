import { translated } from "../../languages/language.ts";

/** "Cancelada na SEFAZ"; "Não consta na SEFAZ" says it already. */
const atSefaz = (situacao: string): string =>
  situacao.endsWith("na SEFAZ") ? situacao : `${situacao} na SEFAZ`;

/** Texts of the notifications. */
export const alertTexts = translated("alertTexts", {
  titulo: "Avisos",
  naoLidos: (n: number) => (n === 1 ? "Avisos: 1 não lido" : `Avisos: ${n} não lidos`),
  nenhumNaoLido: "Avisos: nenhum não lido",
  marcarTodos: "Marcar todos como lidos",
  naoLido: "não lido",
  vazio: "Nenhum aviso",
  vazioTexto: "Divergências, caixas com erro, certificados vencendo e arquivos prontos aparecem aqui.",
  semData: "neste mês",
  depoisDeProcessada: (situacao: string) => `${atSefaz(situacao)} depois de processada no ERP`,
  depoisDeRecebida: (situacao: string) => `${atSefaz(situacao)} depois de recebida`,
  naSefaz: (situacao: string) => `${atSefaz(situacao)}, ao contrário do que a nota diz`,
  maisDivergencias: (n: string) => `Mais ${n} divergências`,
  maisDivergenciasTexto: "A lista mostra todas, lado a lado com a SEFAZ.",
  caixaErro: (nome: string) => `${nome} parou de coletar`,
  caixaRecuperada: (nome: string) => `${nome} voltou a coletar`,
  caixaRecuperadaTexto: "O que chegou enquanto isso já foi lido.",
  certificado: (nome: string) => `Certificado de ${nome}`,
  vencendo: (dias: number) =>
    dias === 0 ? "Vence hoje." : dias === 1 ? "Vence amanhã." : `Vence em ${dias} dias.`,
  vencido: "Venceu. A SEFAZ não aceita mais este certificado.",
  arquivoPronto: "Seu arquivo está pronto",
  arquivoFalhou: "Seu arquivo não ficou pronto",
  plano80: "O uso passou de 80 % do plano",
  plano100: "O uso passou do plano",
  planoTexto: (documentos: string, limite: string) =>
    `${documentos} de ${limite} DF-e neste mês. A captura não para.`,
} as const);
