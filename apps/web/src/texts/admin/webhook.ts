import type { DeliveryState, DeliveryType, WebhookReason, WebhookType } from "@malote/contract";
import { translated } from "../../languages/language.ts";

const EVENT_TYPES: Readonly<Record<WebhookType, string>> = {
  nota: "Documento",
  evento: "Evento",
  status: "Status na SEFAZ",
  divergencia: "Divergência",
  marca: "Marca",
  caixa: "Caixa de e-mail",
  prazo: "Prazo da manifestação",
};
const EVENT_DESCRIPTIONS: Readonly<Record<WebhookType, string>> = {
  nota: "Chegou, foi substituído por outra cópia ou foi retirado.",
  evento: "Cancelamento, carta de correção, manifestação.",
  status: "A situação de um documento na SEFAZ mudou.",
  divergencia: "O protocolo do XML e a SEFAZ passaram a divergir, ou deixaram de divergir.",
  marca: "Processado, recebido ou conferido mudou.",
  caixa: "Uma caixa parou, voltou ou está silenciosa. Só com todas as empresas.",
  prazo: "Faltam 15 ou 3 dias para o fim do prazo da manifestação de uma NF-e recebida.",
};
const DELIVERY_STATES: Readonly<Record<DeliveryState, string>> = {
  pendente: "Na fila",
  entregue: "Entregue",
  falhou: "Falhou",
};
const FAILURE_REASONS: Readonly<Record<WebhookReason, string>> = {
  pessoa: "Desativado por uma pessoa",
  falhas: "Desativado: nada foi aceito em 24 horas",
  recusado: "Desativado: o servidor respondeu 410",
};

/** Texts of the webhooks section. */
export const webhookTexts = translated("webhookTexts", {
  tipos: EVENT_TYPES,
  sobre: EVENT_DESCRIPTIONS,
  estados: DELIVERY_STATES,
  motivos: FAILURE_REASONS,
  tipoDe: (tipo: DeliveryType) => (tipo === "teste" ? "Teste" : EVENT_TYPES[tipo]),
  lista: "Webhooks",
  novo: "Novo webhook",
  nenhum: "Nenhum webhook",
  nenhumTexto:
    "Com um webhook o Malote avisa o seu ERP assim que algo acontece, sem que ele precise perguntar.",
  abrir: (nome: string) => `Abrir o webhook ${nome}`,
  situacao: "Situação",
  ativo: "Ativo",
  esperando: (n: number) => (n === 1 ? "1 aviso na fila" : `${n} avisos na fila`),
  falhas: (n: number) => (n === 1 ? "1 falhou" : `${n} falharam`),
  semFalhas: "nada falhou",
  ultima: (ha: string) => `última entrega ${ha}`,
  nunca: "nenhuma entrega ainda",
  falhando: (n: number) => (n === 1 ? "a última tentativa falhou" : `as últimas ${n} tentativas falharam`),
  fechar: "Fechar",
  editar: "Editar",
  ativar: "Ativar",
  desativar: "Desativar",
  testar: "Enviar teste",
  testeFeito: (status: number | null, ms: number | null) => `O servidor respondeu ${status} em ${ms} ms.`,
  girar: "Trocar segredo",
  girarPergunta: {
    titulo: "Trocar o segredo?",
    texto:
      "O segredo novo aparece uma vez. O atual continua assinando junto por 24 horas, para você trocar sem parar.",
    acao: "Trocar",
  },
  excluir: "Excluir",
  excluirPergunta: (nome: string) => ({
    titulo: `Excluir ${nome}?`,
    texto: "Ele deixa de ser avisado agora, e o registro das entregas é apagado. Não é possível desfazer.",
    acao: "Excluir",
  }),
  abandonar: {
    titulo: "Abandonar alterações?",
    texto: "O que você mudou neste webhook ainda não foi salvo.",
    acao: "Abandonar",
    cancelar: "Voltar ao webhook",
  },
  semCopiar: {
    titulo: "Fechar sem copiar?",
    texto:
      "O segredo não aparece de novo. Sem ele o seu programa não confere a assinatura, e será preciso trocá-lo.",
    acao: "Fechar",
    cancelar: "Voltar ao segredo",
  },
  excluido: "Webhook excluído.",
  salvo: "Webhook salvo.",
  parado: (desde: string) =>
    `Desde ${desde}. O que aconteceu desde então está guardado e é enviado em ordem quando você ativar.`,
  campos: {
    url: "Endereço",
    urlDica: "O Malote envia um POST com JSON. Só https, e nenhum redirecionamento é seguido.",
    descricao: "Nome",
    descricaoDica: "Para reconhecê-lo nesta lista.",
    tipos: "Avisar sobre",
    empresas: "Empresas",
    todas: "Todas as empresas",
    algumas: "Só algumas",
    nenhumaEmpresa: "A conta ainda não tem empresas.",
    criar: "Criar o webhook",
    salvar: "Salvar",
  },
  segredo: {
    titulo: "Copie o segredo",
    texto:
      "Esta é a única vez em que ele aparece inteiro. Com ele o seu programa confere que o aviso veio do Malote.",
    rotulo: "Segredo",
    copiar: "Copiar o segredo",
    pronto: "Já copiei",
    exemplo: "Como conferir a assinatura (Node.js)",
    copiarExemplo: "Copiar o exemplo",
  },
  registro: {
    titulo: "Entregas",
    estado: "Mostrar",
    todas: "Todas",
    nenhuma: "Nenhuma entrega",
    nenhumaTexto: "Use Enviar teste para ver a primeira.",
    nenhumaAssim: "Nenhuma entrega neste estado",
    desde: "Falhas de",
    dia: "24 horas",
    semana: "7 dias",
    mes: "30 dias",
    reenviarFalhas: "Reenviar as que falharam",
    reenviadas: (n: number) =>
      n === 0
        ? "Nenhuma falha neste período."
        : n === 1
          ? "1 entrega volta à fila."
          : `${n} entregas voltam à fila.`,
    tentativas: (n: number) => (n === 1 ? "1 tentativa" : `${n} tentativas`),
    proxima: (quando: string) => `próxima em ${quando}`,
    reenviar: "Reenviar",
    reenviada: "De volta à fila.",
    enviado: "Enviado",
    respondido: "Respondido",
    semResposta: "Nada foi respondido.",
    vazia: "A resposta veio vazia.",
    anteriores: "Mais antigas",
    recentes: "Mais recentes",
  },
});
