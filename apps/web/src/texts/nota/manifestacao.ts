import { translated } from "../../languages/language.ts";

/** Texts of the manifestação do destinatário and of the SEFAZ queries. */
export const manifestacaoTexts = translated("manifestacaoTexts", {
  titulo: "Manifestação do destinatário",
  status: {
    0: "Sem manifestação",
    1: "Operação confirmada",
    2: "Operação desconhecida",
    3: "Operação não realizada",
    4: "Ciência da operação",
  },
  significa: {
    1: "A mercadoria chegou, ou o serviço foi prestado, como a nota diz.",
    2: "Sua empresa não fez esta compra. A SEFAZ avisa o emitente.",
    3: "A compra existiu, mas não se realizou: recusa, devolução na entrega, extravio.",
    4: "Sua empresa sabe da nota e ainda não decidiu. Libera o XML na SEFAZ.",
  },
  escolher: "Manifestar",
  mudar: "Mudar a manifestação",
  desde: (quando: string) => `Registrada na SEFAZ em ${quando}`,
  nenhuma: "Esta nota ainda não tem manifestação.",
  enviando: (palavra: string) => `${palavra}: enviando à SEFAZ…`,
  enviandoTexto: "Pode sair desta tela: o envio continua.",
  ate: (quando: string) => `até ${quando}`,
  encerrado: (quando: string) => `prazo encerrado em ${quando}`,
  impedimentos: {
    atual: "é a que está registrada",
    conclusiva: "já há uma manifestação conclusiva",
  },
  registrada: (palavra: string) => `${palavra}: registrada na SEFAZ.`,
  recusada: (palavra: string) => `${palavra}: a SEFAZ recusou`,
  falhou: (palavra: string) => `${palavra}: não foi possível enviar`,
  automatica: "Ciência automática da empresa",
  por: (quem: string, quando: string) => `Pedida por ${quem} em ${quando}`,
  dialogo: {
    titulo: "Manifestar à SEFAZ",
    ligarSegundoFator: "Ligar o segundo fator",
    aviso:
      "A manifestação é assinada com o certificado da sua empresa e não pode ser retirada, só trocada por outra.",
    justificativa: "Por que a operação não se realizou",
    dica: (min: number, max: number) => `De ${min} a ${max} caracteres. Vai para a SEFAZ e para o emitente.`,
    curta: (min: number, max: number) => `Escreva a justificativa com ${min} a ${max} caracteres.`,
    conta: (n: number, max: number) => `${n} de ${max}`,
    enviar: "Enviar à SEFAZ",
    falta: "Escolha o que sua empresa declara sobre esta operação.",
    escolha: "O que sua empresa declara sobre esta operação",
    varias: (n: number, soma: string) => `${n} documentos, ${soma}`,
  },
  lote: {
    botao: "Manifestar",
    feito: (n: number) =>
      n === 1 ? "1 manifestação pedida à SEFAZ." : `${n} manifestações pedidas à SEFAZ.`,
    resultado: "Resultado por documento",
    resumo: (ok: number, falhas: number) =>
      `${ok === 1 ? "1 manifestação pedida" : `${ok} manifestações pedidas`}, ${falhas} não.`,
    ok: "Pedida",
  },
  filtro: "Manifestação",
} as const);

export const consultaTexts = translated("consultaTexts", {
  aba: "SEFAZ",
  vazio: "A SEFAZ ainda não foi consultada",
  vazioTexto:
    "Cada consulta à SEFAZ sobre este documento aparece aqui, com quem a pediu e a resposta recebida.",
  proxima: (quando: string) => `Próxima consulta ${quando}`,
  origens: {
    recebimento: "Na chegada do documento",
    agenda: "Conferência automática",
    pessoa: "Pedida por uma pessoa",
    certificado: "Quando chegou o certificado",
    auditor: "Auditor",
  },
  pessoa: (quem: string) => `Pedida por ${quem}`,
  servicos: { consulta: "Consulta", evento: "Envio de evento", distribuicao: "Distribuição" },
  semResposta: "Sem resposta",
  nacional: "Ambiente Nacional",
  instante: "menos de 0,1 s",
  autorizador: (nome: string) => `autorizador ${nome}`,
  demorou: (texto: string) => `respondeu em ${texto}`,
} as const);
