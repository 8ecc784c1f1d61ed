import { translated } from "../../languages/language.ts";
import { operatorMenuTexts } from "./menu.ts";

/** Texts shared by the operator's pages. */
export const operationTexts = translated("operationTexts", {
  telas: operatorMenuTexts.telas,
  operador: "Operador",
  acao: "O que fazer",
  voltar: (conta: string) => `Voltar a ${conta}`,
  tudoNoAr: "Tudo no ar",
  algoErrado: (n: number) => (n === 1 ? "1 verificação falhou" : `${n} verificações falharam`),
  semResposta: "Sem resposta do servidor",
  versao: (versao: string, ha: string) => `versão ${versao}, há ${ha}`,
  restrito: "Só quem opera o Malote vê esta página",
  restritoTexto:
    "Ela mostra todas as contas desta instalação. Quem cuida do servidor pode dar esse acesso com npm run conta -- produto.",
  voltarPainel: "Voltar ao painel",
  atualizadoAgora: "Atualizado agora",
  atualizado: (ha: string) => `Atualizado há ${ha}`,
  desatualizado: (ha: string) => `Sem resposta; números de há ${ha}`,
  atualizando: "Atualizando…",
  saude: "O que não está bem",
  pausa: {
    pausar: "Pausar a coleta",
    retomar: "Retomar a coleta",
    titulo: "Pausar a coleta?",
    texto:
      "Nenhuma caixa de nenhuma conta é lida até alguém retomar. O que já chegou continua sendo processado, e os e-mails esperam nas caixas.",
    motivo: "Motivo (opcional)",
    motivoDica: "Aparece para os outros operadores.",
    pausada: "Coleta pausada",
    desde: (quando: string, quem: string) => `${quando} por ${quem}`,
    feita: "A coleta está pausada em todas as contas.",
    retomada: "A coleta voltou em todas as contas.",
  },
  diagnostico: "Baixar diagnóstico",
  diagnosticoBaixado: "O diagnóstico foi baixado. Ele não tem documentos nem segredos.",
  faixa: {
    titulo: "Precisa de você",
    filas: (n: number) => (n === 1 ? "Fila atrasada" : "Filas atrasadas"),
    filasTexto: (nome: string, espera: string) => `${nome}, ${espera}`,
    falhas: (n: number) => (n === 1 ? "Falha a resolver" : "Falhas a resolver"),
    tentaveis: (n: number, total: string) =>
      n === 0
        ? "tentativas automáticas"
        : n === 1
          ? "1 pode ser tentada já"
          : `${total} podem ser tentadas já`,
    caixas: (n: number) => (n === 1 ? "Caixa com erro" : "Caixas com erro"),
    caixasTexto: (todas: string, contas: number) =>
      `de ${todas}, em ${contas === 1 ? "1 conta" : `${contas} contas`}`,
    certificados: (n: number) => (n === 1 ? "Certificado vencendo" : "Certificados vencendo"),
    primeiro: (dias: string) => `o primeiro em ${dias}`,
    primeiroHoje: "o primeiro hoje",
    primeiroVencido: "o primeiro já venceu",
    calma: "Trabalho em dia",
    calmaTexto: (caixas: string) =>
      `Filas em dia, nenhuma falha, ${caixas === "1" ? "1 caixa" : `${caixas} caixas`} sem erro, nenhum certificado vencendo.`,
  },
  filas: {
    titulo: "Filas",
    agora: "agora",
    ver: (n: number) => `Ver as ${n}`,
    total: (n: number) => `${n} filas`,
    fila: "Fila",
    esperando: "Esperando",
    esperam: (n: string) => `${n} esperando`,
    desde: (esperam: string, espera: string) => `${esperam}, o mais antigo há ${espera}`,
    ritmo: (n: string) => `${n} por minuto`,
    antigo: "Mais antigo",
    porMinuto: "Por minuto",
    falhas: "Falhas",
    situacao: "Situação",
    limite: (limite: string) => `Atrasada quando o mais antigo espera mais de ${limite}`,
    abas: { rotulo: "Partes das filas", filas: "Por fila", contas: "Por conta", falhas: "Falhas" },
    verFalhas: (n: string, fila: string) => `Ver as falhas de ${fila}: ${n}`,
  },
  esperas: {
    titulo: "Contas em espera",
    total: (contas: string) => (contas === "1" ? "1 conta em espera" : `${contas} contas em espera`),
    conta: "Conta",
    ondeEspera: "Onde espera",
    uma: (nome: string, n: string) => `${nome} ${n}`,
    vazio: "Nenhuma conta espera",
    vazioTexto: "Todo o trabalho que venceu já foi começado.",
  },
  falhas: {
    titulo: "Falhas",
    desde: (hora: string) => `desde ${hora}`,
    total: (n: string) => (n === "1" ? "1 falha" : `${n} falhas`),
    hora: "Hora",
    oQue: "O quê",
    motivo: "Motivo",
    conta: "Conta",
    tentativas: "Tentativas",
    de: (n: string, max: string) => `${n} de ${max}`,
    tentativa: (n: string) => `tentativa ${n}`,
    desistiu: "Não é mais tentada automaticamente",
    acao: "Tentar já",
    acaoDe: (nome: string, conta: string) => `Tentar já: ${nome} de ${conta}`,
    tentarAs: (n: string) => (n === "1" ? "Tentar já a que pode" : `Tentar já as ${n}`),
    tentando: "Tentando…",
    as: (hora: string) => `às ${hora}`,
    asEspera: (quando: string) =>
      `O servidor de destino pediu para esperar; nova tentativa automática ${quando}.`,
    soConta: "só a conta",
    soContaDica: "Só quem é da conta pode pedir de novo.",
    feito: (n: number) =>
      n === 0
        ? "Nada foi tentado: já estava em andamento."
        : n === 1
          ? "1 trabalho vai ser tentado já."
          : `${n} trabalhos vão ser tentados já.`,
    nenhuma: "Nenhuma falha",
    nenhumaTexto: "Tudo o que falhou já foi resolvido.",
    nenhumaFiltro: "Nenhuma falha com este filtro.",
    todas: "Todas",
    estado: "Estado",
    estados: { tentando: "Tentando", desistiu: "Desistiu" },
    todasFilas: "Todas as filas",
    campoFila: "Fila",
    estaConta: "uma conta",
    todasContas: (conta: string) => `Só de ${conta}: mostrar todas`,
    filtrarConta: (conta: string) => `Só as falhas de ${conta}`,
    ver: (n: string) => `Ver as ${n}`,
  },
  armazenamento: {
    titulo: "Armazenamento",
    outros: "Outros arquivos do disco",
    semMedida: "Ainda não foi medido; a primeira medição é feita em até uma hora.",
  },
} as const);
