import { translated } from "../../languages/language.ts";

/** Texts of the first steps: the wizard, and the card on the painel. */
export const firstStepTexts = translated("firstStepTexts", {
  titulo: "Primeiros passos",
  texto: "Leva cerca de cinco minutos. Você pode parar e continuar depois: o que já foi salvo é mantido.",
  lista: "Passos",
  posicao: (n: number, total: number) => `Passo ${n} de ${total}`,
  alterar: "Alterar",
  alterarPasso: (passo: string) => `Alterar ${passo}`,
  feito: "feito",
  agora: "agora",
  depois: "Fazer depois",
  voltar: "Voltar",
  pular: "Pular este passo",
  irParaPainel: "Ir para o Painel",
  soAdministrador: "Só administradores fazem os primeiros passos",
  soAdministradorTexto: "Peça a um administrador da conta. Enquanto isso, o que já chegou está no painel.",
  passos: {
    empresa: {
      nome: "Empresa",
      falta: "A empresa que recebe as notas",
      titulo: "Qual é a sua empresa?",
      texto: "Pelo CNPJ, o Malote sabe quais notas ela recebe e quais emite.",
    },
    certificado: {
      nome: "Certificado",
      falta: "Para consultar a SEFAZ em nome dela",
      titulo: "Envie o certificado A1 da empresa",
      texto:
        "Com ele o Malote confere cada nota na SEFAZ. Sem ele as notas também chegam, mas esperam para ser conferidas.",
      valido: (data: string) => `Válido até ${data}`,
    },
    caixa: {
      nome: "Caixa de e-mail",
      falta: "Para onde os fornecedores enviam as notas",
      titulo: "Conecte a caixa que recebe as notas",
      texto: "Teste a conexão ao lado antes de salvar: o Malote só lê, e não apaga nada sem que você peça.",
      teste: (usuario: string) => `${usuario}, teste passou`,
      erro: (usuario: string) => `${usuario}, com erro`,
    },
    emails: {
      nome: "Primeiros e-mails",
      falta: "Ver as notas chegarem",
      lendo: "Lendo agora",
      chegaram: "As notas estão chegando",
    },
  },
  chegada: {
    esperando: "Esperando os primeiros e-mails",
    chegando: "Seus documentos estão chegando",
    chegaram: "Seus documentos chegaram",
    semCaixa: "Falta conectar uma caixa de e-mail",
    semCaixaTexto: "É nela que as notas chegam. Conecte uma e volte aqui para ver a primeira.",
    conectar: "Conectar uma caixa",
    lendoA: "Lendo a caixa ",
    lendoB: ", da mensagem mais nova para a mais antiga. Pode fechar esta página: a leitura continua.",
    vazia: "A caixa foi lida e não tem mensagem nova. Envie um e-mail com uma nota para vê-la aparecer aqui.",
    erro: (nome: string) => `A caixa ${nome} não respondeu`,
    corrigir: "Corrigir a conexão",
    lidas: (n: string) => (n === "1" ? "1 mensagem lida" : `${n} mensagens lidas`),
    lendo: "lendo…",
    totais: {
      emails: "E-mails lidos",
      documentos: "DF-e encontrados",
      confirmados: "Confirmados na SEFAZ",
      precisam: "Precisa de você",
    },
    lista: "E-mails que acabaram de chegar",
    emLeitura: "Lendo",
    consultando: "Consultando SEFAZ",
    guardado: "Guardado",
    nada: "Nada extraído",
    mais: (n: number) => `+${n}`,
    estaoNaLista: (n: string) =>
      n === "1"
        ? "O que precisa de você já está na lista."
        : `Os ${n} que precisam de você já estão na lista.`,
  },
  opcionais: {
    titulo: "Depois, quando quiser",
    feitos: (n: number, total: number) => `${n} de ${total} feitos`,
    equipe: "Convidar a equipe",
    api: "Ligar o ERP pela API",
    importar: "Importar notas antigas",
  },
  cartao: {
    titulo: "Primeiros passos",
    feitos: (n: number, total: number) => `${n} de ${total} feitos`,
    continuar: "Continuar",
    itens: {
      empresa: "Cadastrar a empresa",
      certificado: "Enviar o certificado",
      caixa: "Conectar a caixa de e-mail",
      teste: "Testar a conexão",
      documento: "Receber o primeiro documento",
    },
  },
} as const);
