import type { firstStepTexts as source } from "../../../texts/admin/first-steps.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/admin/first-steps.ts`. */
export const firstStepTexts: Translated<typeof source> = {
  titulo: "Primeros pasos",
  texto: "Toma unos cinco minutos. Puede detenerse y continuar después: lo que ya se guardó se conserva.",
  lista: "Pasos",
  posicao: (n, total) => `Paso ${n} de ${total}`,
  alterar: "Modificar",
  alterarPasso: (passo) => `Modificar ${passo}`,
  feito: "hecho",
  agora: "ahora",
  depois: "Hacerlo después",
  voltar: "Volver",
  pular: "Omitir este paso",
  irParaPainel: "Ir al panel",
  soAdministrador: "Solo los administradores hacen los primeros pasos",
  soAdministradorTexto:
    "Pídalo a un administrador de la cuenta. Mientras tanto, lo que ya llegó está en el panel.",
  passos: {
    empresa: {
      nome: "Empresa",
      falta: "La empresa que recibe las facturas",
      titulo: "¿Cuál es su empresa?",
      texto: "Con el CNPJ, Malote sabe qué facturas recibe y cuáles emite.",
    },
    certificado: {
      nome: "Certificado",
      falta: "Para consultar la SEFAZ en nombre de ella",
      titulo: "Envíe el certificado A1 de la empresa",
      texto:
        "Con él, Malote verifica cada factura en la SEFAZ. Sin él las facturas también llegan, pero esperan la verificación.",
      valido: (data) => `Válido hasta el ${data}`,
    },
    caixa: {
      nome: "Buzón de correo",
      falta: "Adonde los proveedores envían las facturas",
      titulo: "Conecte el buzón que recibe las facturas",
      texto:
        "Pruebe la conexión al lado antes de guardar: Malote solo lee, y no borra nada sin que usted lo pida.",
      teste: (usuario) => `${usuario}, prueba correcta`,
      erro: (usuario) => `${usuario}, con error`,
    },
    emails: {
      nome: "Primeros correos",
      falta: "Ver llegar las facturas",
      lendo: "Leyendo ahora",
      chegaram: "Las facturas están llegando",
    },
  },
  chegada: {
    esperando: "A la espera de los primeros correos",
    chegando: "Sus documentos están llegando",
    chegaram: "Sus documentos llegaron",
    semCaixa: "Falta conectar un buzón de correo",
    semCaixaTexto: "En él llegan las facturas. Conecte uno y vuelva aquí para ver la primera.",
    conectar: "Conectar un buzón",
    lendoA: "Leyendo el buzón ",
    lendoB: ", del mensaje más nuevo al más antiguo. Puede cerrar esta página: la lectura continúa.",
    vazia:
      "El buzón se leyó y no tiene mensajes nuevos. Envíe un correo con una factura para verla aparecer aquí.",
    erro: (nome) => `El buzón ${nome} no respondió`,
    corrigir: "Corregir la conexión",
    lidas: (n) => (n === "1" ? "1 mensaje leído" : `${n} mensajes leídos`),
    lendo: "leyendo…",
    totais: {
      emails: "Correos leídos",
      documentos: "DF-e encontrados",
      confirmados: "Confirmados en la SEFAZ",
      precisam: "Requiere su atención",
    },
    lista: "Correos que acaban de llegar",
    emLeitura: "Leyendo",
    consultando: "Consultando la SEFAZ",
    guardado: "Guardado",
    nada: "Nada extraído",
    mais: (n) => `+${n}`,
    estaoNaLista: (n) =>
      n === "1"
        ? "Lo que requiere su atención ya está en la lista."
        : `Los ${n} que requieren su atención ya están en la lista.`,
  },
  opcionais: {
    titulo: "Después, cuando quiera",
    feitos: (n, total) => `${n} de ${total} hechos`,
    equipe: "Invitar al equipo",
    api: "Conectar el ERP por la API",
    importar: "Importar facturas antiguas",
  },
  cartao: {
    titulo: "Primeros pasos",
    feitos: (n, total) => `${n} de ${total} hechos`,
    continuar: "Continuar",
    itens: {
      empresa: "Registrar la empresa",
      certificado: "Enviar el certificado",
      caixa: "Conectar el buzón de correo",
      teste: "Probar la conexión",
      documento: "Recibir el primer documento",
    },
  },
};
