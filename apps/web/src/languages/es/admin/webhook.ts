import type { webhookTexts as source } from "../../../texts/admin/webhook.ts";
import type { Translated } from "../../translated.ts";

type Texts = Translated<typeof source>;

const EVENT_TYPES: Texts["tipos"] = {
  nota: "Documento",
  evento: "Evento",
  status: "Estado en la SEFAZ",
  divergencia: "Divergencia",
  marca: "Marca",
  caixa: "Buzón de correo",
  prazo: "Plazo de la manifestación",
};

/** Spanish texts of `texts/admin/webhook.ts`. */
export const webhookTexts: Texts = {
  tipos: EVENT_TYPES,
  sobre: {
    nota: "Llegó, se reemplazó por otra copia o se retiró.",
    evento: "Cancelación, carta de corrección, manifestación.",
    status: "El estado de un documento en la SEFAZ cambió.",
    divergencia: "El protocolo del XML y la SEFAZ pasaron a divergir, o dejaron de divergir.",
    marca: "Procesado, recibido o verificado cambió.",
    caixa: "Un buzón se detuvo, volvió o está sin actividad. Solo con todas las empresas.",
    prazo: "Faltan 15 o 3 días para el fin del plazo de la manifestación de una NF-e recibida.",
  },
  estados: {
    pendente: "En cola",
    entregue: "Entregado",
    falhou: "Falló",
  },
  motivos: {
    pessoa: "Desactivado por una persona",
    falhas: "Desactivado: no se aceptó nada en 24 horas",
    recusado: "Desactivado: el servidor respondió 410",
  },
  tipoDe: (tipo) => (tipo === "teste" ? "Prueba" : EVENT_TYPES[tipo]),
  lista: "Webhooks",
  novo: "Nuevo webhook",
  nenhum: "Ningún webhook",
  nenhumTexto:
    "Con un webhook, Malote avisa a su ERP en cuanto algo ocurre, sin que el ERP tenga que preguntar.",
  abrir: (nome) => `Abrir el webhook ${nome}`,
  situacao: "Estado",
  ativo: "Activo",
  esperando: (n) => (n === 1 ? "1 aviso en cola" : `${n} avisos en cola`),
  falhas: (n) => (n === 1 ? "1 falló" : `${n} fallaron`),
  semFalhas: "nada falló",
  ultima: (ha) => `última entrega ${ha}`,
  nunca: "ninguna entrega todavía",
  falhando: (n) => (n === 1 ? "el último intento falló" : `los últimos ${n} intentos fallaron`),
  fechar: "Cerrar",
  editar: "Editar",
  ativar: "Activar",
  desativar: "Desactivar",
  testar: "Enviar prueba",
  testeFeito: (status, ms) => `El servidor respondió ${status} en ${ms} ms.`,
  girar: "Cambiar secreto",
  girarPergunta: {
    titulo: "¿Cambiar el secreto?",
    texto:
      "El secreto nuevo aparece una vez. El actual sigue firmando también durante 24 horas, para que usted lo cambie sin interrupción.",
    acao: "Cambiar",
  },
  excluir: "Eliminar",
  excluirPergunta: (nome) => ({
    titulo: `¿Eliminar ${nome}?`,
    texto: "Deja de recibir avisos ahora, y el registro de las entregas se borra. No se puede deshacer.",
    acao: "Eliminar",
  }),
  abandonar: {
    titulo: "¿Descartar los cambios?",
    texto: "Lo que cambió en este webhook todavía no se guardó.",
    acao: "Descartar",
    cancelar: "Volver al webhook",
  },
  semCopiar: {
    titulo: "¿Cerrar sin copiar?",
    texto: "El secreto no aparece de nuevo. Sin él su programa no verifica la firma, y habrá que cambiarlo.",
    acao: "Cerrar",
    cancelar: "Volver al secreto",
  },
  excluido: "Webhook eliminado.",
  salvo: "Webhook guardado.",
  parado: (desde) =>
    `Desde el ${desde}. Lo que ocurrió desde entonces está guardado y se envía en orden cuando usted lo active.`,
  campos: {
    url: "Dirección",
    urlDica: "Malote envía un POST con JSON. Solo https, y no se sigue ninguna redirección.",
    descricao: "Nombre",
    descricaoDica: "Para reconocerlo en esta lista.",
    tipos: "Avisar sobre",
    empresas: "Empresas",
    todas: "Todas las empresas",
    algumas: "Solo algunas",
    nenhumaEmpresa: "La cuenta todavía no tiene empresas.",
    criar: "Crear el webhook",
    salvar: "Guardar",
  },
  segredo: {
    titulo: "Copie el secreto",
    texto: "Es la única vez que aparece completo. Con él su programa verifica que el aviso vino de Malote.",
    rotulo: "Secreto",
    copiar: "Copiar el secreto",
    pronto: "Ya lo copié",
    exemplo: "Cómo verificar la firma (Node.js)",
    copiarExemplo: "Copiar el ejemplo",
  },
  registro: {
    titulo: "Entregas",
    estado: "Mostrar",
    todas: "Todas",
    nenhuma: "Ninguna entrega",
    nenhumaTexto: "Use Enviar prueba para ver la primera.",
    nenhumaAssim: "Ninguna entrega en este estado",
    desde: "Fallas de",
    dia: "24 horas",
    semana: "7 días",
    mes: "30 días",
    reenviarFalhas: "Reenviar las que fallaron",
    reenviadas: (n) =>
      n === 0
        ? "Ninguna falla en este período."
        : n === 1
          ? "1 entrega vuelve a la cola."
          : `${n} entregas vuelven a la cola.`,
    tentativas: (n) => (n === 1 ? "1 intento" : `${n} intentos`),
    proxima: (quando) => `próximo el ${quando}`,
    reenviar: "Reenviar",
    reenviada: "De vuelta en la cola.",
    enviado: "Enviado",
    respondido: "Respondido",
    semResposta: "No se respondió nada.",
    vazia: "La respuesta llegó vacía.",
    anteriores: "Más antiguas",
    recentes: "Más recientes",
  },
};
