import type { operationTexts as source } from "../../../texts/operator/operation.ts";
import type { Translated } from "../../translated.ts";
import { operatorMenuTexts } from "./menu.ts";

/** Spanish texts of `texts/operator/operation.ts`. */
export const operationTexts: Translated<typeof source> = {
  telas: operatorMenuTexts.telas,
  operador: "Operador",
  acao: "Qué hacer",
  voltar: (conta) => `Volver a ${conta}`,
  tudoNoAr: "Todo en funcionamiento",
  algoErrado: (n) => (n === 1 ? "1 comprobación falló" : `${n} comprobaciones fallaron`),
  semResposta: "Sin respuesta del servidor",
  versao: (versao, ha) => `versión ${versao}, hace ${ha}`,
  restrito: "Solo quien opera Malote ve esta página",
  restritoTexto:
    "Muestra todas las cuentas de esta instalación. Quien administra el servidor puede dar ese acceso con npm run conta -- produto.",
  voltarPainel: "Volver al panel",
  atualizadoAgora: "Actualizado ahora",
  atualizado: (ha) => `Actualizado hace ${ha}`,
  desatualizado: (ha) => `Sin respuesta; números de hace ${ha}`,
  atualizando: "Actualizando…",
  saude: "Lo que no está bien",
  pausa: {
    pausar: "Pausar la lectura",
    retomar: "Reanudar la lectura",
    titulo: "¿Pausar la lectura?",
    texto:
      "Ningún buzón de ninguna cuenta se lee hasta que alguien la reanude. Lo que ya llegó se sigue procesando, y los correos esperan en los buzones.",
    motivo: "Motivo (opcional)",
    motivoDica: "Aparece para los otros operadores.",
    pausada: "Lectura pausada",
    desde: (quando, quem) => `${quando} por ${quem}`,
    feita: "La lectura está pausada en todas las cuentas.",
    retomada: "La lectura volvió en todas las cuentas.",
  },
  diagnostico: "Descargar diagnóstico",
  diagnosticoBaixado: "El diagnóstico se descargó. No contiene documentos ni secretos.",
  faixa: {
    titulo: "Requiere su atención",
    filas: (n) => (n === 1 ? "Cola atrasada" : "Colas atrasadas"),
    filasTexto: (nome, espera) => `${nome}, ${espera}`,
    falhas: (n) => (n === 1 ? "Falla por resolver" : "Fallas por resolver"),
    tentaveis: (n, total) =>
      n === 0
        ? "intentos automáticos"
        : n === 1
          ? "1 se puede intentar ahora"
          : `${total} se pueden intentar ahora`,
    caixas: (n) => (n === 1 ? "Buzón con error" : "Buzones con error"),
    caixasTexto: (todas, contas) => `de ${todas}, en ${contas === 1 ? "1 cuenta" : `${contas} cuentas`}`,
    certificados: (n) => (n === 1 ? "Certificado por vencer" : "Certificados por vencer"),
    primeiro: (dias) => `el primero en ${dias}`,
    primeiroHoje: "el primero hoy",
    primeiroVencido: "el primero ya venció",
    calma: "Trabajo al día",
    calmaTexto: (caixas) =>
      `Colas al día, ninguna falla, ${caixas === "1" ? "1 buzón" : `${caixas} buzones`} sin error, ningún certificado por vencer.`,
  },
  filas: {
    titulo: "Colas",
    agora: "ahora",
    ver: (n) => `Ver las ${n}`,
    total: (n) => (n === 1 ? "1 cola" : `${n} colas`),
    fila: "Cola",
    esperando: "En espera",
    esperam: (n) => `${n} en espera`,
    desde: (esperam, espera) => `${esperam}, el más antiguo hace ${espera}`,
    ritmo: (n) => `${n} por minuto`,
    antigo: "Más antiguo",
    porMinuto: "Por minuto",
    falhas: "Fallas",
    situacao: "Estado",
    limite: (limite) => `Atrasada cuando el más antiguo espera más de ${limite}`,
    abas: { rotulo: "Partes de las colas", filas: "Por cola", contas: "Por cuenta", falhas: "Fallas" },
    verFalhas: (n, fila) => `Ver las fallas de ${fila}: ${n}`,
  },
  esperas: {
    titulo: "Cuentas en espera",
    total: (contas) => (contas === "1" ? "1 cuenta en espera" : `${contas} cuentas en espera`),
    conta: "Cuenta",
    ondeEspera: "Dónde espera",
    uma: (nome, n) => `${nome} ${n}`,
    vazio: "Ninguna cuenta en espera",
    vazioTexto: "Todo el trabajo pendiente ya se empezó.",
  },
  falhas: {
    titulo: "Fallas",
    desde: (hora) => `desde las ${hora}`,
    total: (n) => (n === "1" ? "1 falla" : `${n} fallas`),
    hora: "Hora",
    oQue: "Qué",
    motivo: "Motivo",
    conta: "Cuenta",
    tentativas: "Intentos",
    de: (n, max) => `${n} de ${max}`,
    tentativa: (n) => `intento ${n}`,
    desistiu: "Ya no se intenta automáticamente",
    acao: "Intentar ahora",
    acaoDe: (nome, conta) => `Intentar ahora: ${nome} de ${conta}`,
    tentarAs: (n) => (n === "1" ? "Intentar ahora la que se puede" : `Intentar ahora las ${n}`),
    tentando: "Intentando…",
    as: (hora) => `a las ${hora}`,
    asEspera: (quando) => `El servidor de destino pidió esperar; nuevo intento automático ${quando}.`,
    soConta: "solo la cuenta",
    soContaDica: "Solo quien es de la cuenta puede pedirlo de nuevo.",
    feito: (n) =>
      n === 0
        ? "No se intentó nada: ya estaba en curso."
        : n === 1
          ? "1 trabajo se va a intentar ahora."
          : `${n} trabajos se van a intentar ahora.`,
    nenhuma: "Ninguna falla",
    nenhumaTexto: "Todo lo que falló ya se resolvió.",
    nenhumaFiltro: "Ninguna falla con este filtro.",
    todas: "Todas",
    estado: "Estado",
    estados: { tentando: "En intento", desistiu: "Sin más intentos" },
    todasFilas: "Todas las colas",
    campoFila: "Cola",
    estaConta: "una cuenta",
    todasContas: (conta) => `Solo de ${conta}: mostrar todas`,
    filtrarConta: (conta) => `Solo las fallas de ${conta}`,
    ver: (n) => `Ver las ${n}`,
  },
  armazenamento: {
    titulo: "Almacenamiento",
    outros: "Otros archivos del disco",
    semMedida: "Todavía no se midió; la primera medición se hace en hasta una hora.",
  },
};
