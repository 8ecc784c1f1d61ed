import type * as source from "../../../texts/site/site.ts";
import type { Translated } from "../../translated.ts";

/** Spanish title and description of the public pages, by path. */
export const pageMetas: Translated<typeof source.pageMetas> = {
  "/home": {
    titulo: "Malote: las facturas de su correo, verificadas en la SEFAZ y entregadas al ERP",
    descricao:
      "Malote sigue los buzones de correo de la empresa, encuentra NF-e y CT-e en los adjuntos, verifica cada documento en la SEFAZ y lo entrega al ERP.",
  },
  "/beneficios": {
    titulo: "Beneficios · Malote",
    descricao:
      "Ningún correo se pierde, firma verificada, estado confirmado en la SEFAZ, divergencias a la vista y el ERP recibe cada documento una sola vez.",
  },
  "/faq": {
    titulo: "Preguntas frecuentes · Malote",
    descricao:
      "En cuánto tiempo se valida la factura, cómo traer las antiguas en XML o ZIP, cómo recibe el ERP los documentos y en qué navegadores funciona Malote.",
  },
  "/quem_utiliza": {
    titulo: "Quién lo usa · Malote",
    descricao:
      "Industria, comercio, transporte, construcción, estudios contables y grupos de empresas: qué recibe cada uno por correo y qué hace Malote con eso.",
  },
  "/privacidade": {
    titulo: "Privacidad · Malote",
    descricao:
      "Qué datos personales trata Malote, para qué y por cuánto tiempo, y cómo usted los recibe o los borra, según la LGPD.",
  },
  "/termos": {
    titulo: "Términos de uso · Malote",
    descricao: "Lo que Malote hace, lo que no hace, y lo que cada parte promete.",
  },
  "/contato": {
    titulo: "Contacto · Malote",
    descricao: "Dudas, propuestas o ayuda con un buzón de correo: escriba a Malote.",
  },
  "/download": {
    titulo: "Descargar un documento · Malote",
    descricao:
      "Descargue el XML o el PDF de una NF-e o de un CT-e con los 44 caracteres de la clave de acceso.",
  },
  "/login": {
    titulo: "Iniciar sesión · Malote",
    descricao: "Inicie sesión en Malote con el identificador de su empresa, su usuario y su contraseña.",
  },
  "/criar_conta": {
    titulo: "Crear cuenta · Malote",
    descricao: "Abra la cuenta de su empresa en Malote y conecte el primer buzón de correo en minutos.",
  },
  "/esqueceu_senha": {
    titulo: "Olvidé la contraseña · Malote",
    descricao: "Pida un enlace para crear una nueva contraseña de Malote.",
  },
};

/** Spanish texts of the links between the public pages. */
export const siteLinkTexts: Translated<typeof source.siteLinkTexts> = {
  navegacao: "Páginas del sitio",
  menu: "Abrir el menú",
  inicio: "Malote, página de inicio",
  beneficios: "Beneficios",
  faq: "Preguntas frecuentes",
  quemUtiliza: "Quién lo usa",
  download: "Descargar documento",
  contato: "Contacto",
  privacidade: "Privacidad",
  termos: "Términos de uso",
  entrar: "Iniciar sesión",
  criarConta: "Crear cuenta",
  abrir: "Abrir Malote",
  rodape: "Documentos fiscales electrónicos, del correo al ERP.",
  rodapeNavegacao: "Páginas del sitio, en el pie de página",
};

export const homeTexts: Translated<typeof source.homeTexts> = {
  titulo: "Cada factura que llega por correo, verificada y entregada a su ERP.",
  texto:
    "Malote sigue los buzones de su empresa, encuentra NF-e y CT-e en los adjuntos y confirma cada documento en la SEFAZ en hasta 24 horas.",
  tela: "Pantalla de Malote con la lista de documentos recibidos: tipo, número, emisión, emisor, valor y estado de cada uno en la SEFAZ.",
  telaCelular: "La misma lista en el celular, una tarjeta para cada documento.",
  comoFunciona: "Cómo funciona",
  passos: [
    {
      titulo: "Conecte el buzón",
      texto:
        "Indique el correo que recibe las facturas. La prueba de conexión dice, paso a paso, si todo está bien.",
    },
    {
      titulo: "Malote verifica",
      texto:
        "De cada XML se verifica la firma y se confirma el estado en la SEFAZ. Lo que no coincide queda aparte, con el motivo.",
    },
    {
      titulo: "El ERP recibe",
      texto: "Por SOAP, REST o JSON-RPC, en el orden en que llegaron, sin perder ni repetir documentos.",
    },
  ],
  beneficios: "Ver todos los beneficios",
  planos: {
    titulo: "Planes por volumen",
    texto: "Todo incluido en todos. Elija por el número de DF-e en el mes.",
    ate: (limite) => `hasta ${limite}`,
    de: (inicio, limite) => `${inicio} a ${limite}`,
    porMes: "DF-e por mes",
    criar: "Crear cuenta",
    falar: "Hablar con nosotros",
    falarDe: (faixa) => `Hablar con nosotros sobre el plan de ${faixa} DF-e por mes`,
    nota: "¿Superó el plan? Nada se detiene. Malote avisa al 80 % y al 100 % del plan, y usted decide.",
  },
  perguntas: "Preguntas frecuentes",
  todas: "Ver todas las preguntas",
};

export const benefitTexts: Translated<typeof source.benefitTexts> = {
  titulo: "El equipo fiscal deja de buscar facturas",
  texto:
    "Del buzón de correo al ERP, Malote hace el trabajo repetido y muestra solo lo que necesita una persona.",
  tela: "Pantalla de un documento en Malote: el camino que recorrió, el estado en la SEFAZ, la firma verificada y el DANFE al lado.",
  grupos: [
    {
      titulo: "Ningún correo se pierde",
      texto:
        "Cada mensaje de los buzones seguidos queda guardado como llegó, incluso el que no trae una factura. Cada adjunto tiene un destino explicado.",
      fatos: [
        "POP3 e IMAP, con contraseña o con la cuenta de Microsoft o Google de la empresa.",
        "Abre ZIP dentro de ZIP y encuentra el XML con el nombre que tenga.",
        "Solo lee: no se borra nada de su servidor, salvo que usted lo pida.",
        "Si un buzón se detiene, Malote dice por qué y qué hacer, en la pantalla y por correo.",
      ],
    },
    {
      titulo: "El documento es lo que dice ser",
      texto:
        "La firma digital de cada XML se verifica antes de cualquier uso, y el veredicto viene en palabras claras, con la prueba al lado.",
      fatos: [
        "Un archivo adulterado queda en cuarentena y no llega al ERP.",
        "El resumen criptográfico del archivo se compara con el que guarda la SEFAZ.",
        "El DANFE y el DACTE se dibujan a partir del XML, nunca del PDF que vino junto.",
      ],
    },
    {
      titulo: "La SEFAZ confirma, hoy y después",
      texto:
        "El estado se consulta en cuanto llega el documento y de nuevo en las semanas siguientes, porque una cancelación puede llegar tarde.",
      fatos: [
        "Verificaciones un día, una semana y un mes después de la emisión.",
        "Una factura cancelada después de recibida pasa a ser una divergencia, con aviso.",
        "El Auditor muestra lo que se emitió contra su CNPJ y no llegó por correo.",
        "Manifestación del destinatario en la propia pantalla, con el certificado de la empresa.",
      ],
    },
    {
      titulo: "El ERP recibe una sola vez",
      texto:
        "La integración lee lo que hay de nuevo, descarga el XML y marca el documento como procesado. El panel muestra lo que todavía falta.",
      fatos: [
        "SOAP, REST y JSON-RPC, con un token para cada programa.",
        "Las copias del mismo documento se reconocen: una factura es una factura.",
        "Lo que cambia después de integrado, como una cancelación, vuelve a aparecer para el ERP.",
      ],
    },
    {
      titulo: "Cada uno sabe quién hizo qué",
      texto:
        "Recibido, verificado, procesado: cada marca guarda la persona y la hora. Nadie tiene que preguntar a los demás.",
      fatos: [
        "Los administradores se ocupan de empresas, buzones y personas; los demás, de los documentos.",
        "Permiso propio para manifestar en nombre de la empresa.",
        "Segundo factor, con código o passkey, para proteger aún más el acceso.",
      ],
    },
    {
      titulo: "Los archivos siguen siendo suyos",
      texto: "Lo que entró puede salir, completo, cuando usted quiera.",
      fatos: [
        "Importación de XML y ZIP para traer el archivo anterior.",
        "Repositorio: todos los XML de un período en un ZIP.",
        "Listas en CSV, Excel o PDF.",
        "Descarga pública con la clave de acceso, para quien está fuera de la empresa.",
      ],
    },
  ],
  chamada: "Conecte un buzón y vea llegar las primeras facturas.",
};

export const audienceTexts: Translated<typeof source.audienceTexts> = {
  titulo: "Para quien recibe facturas todos los días",
  texto:
    "Malote sirve a quien tiene XML que llegan por correo y un ERP que los espera. Cambia el sector; el camino de la factura es el mismo.",
  chega: "Lo que llega",
  faz: "Lo que hace Malote",
  segmentos: [
    {
      nome: "Industria y distribución",
      chega: "NF-e de materia prima y CT-e de flete, de muchos proveedores, en ZIP o sueltos.",
      faz: "Separa cada documento, lo confirma en la SEFAZ antes de la descarga de la mercadería y lo entrega al ERP en orden.",
    },
    {
      nome: "Comercio minorista y cadenas de tiendas",
      chega: "Facturas de muchos proveedores para muchos CNPJ, casi siempre en el mismo buzón.",
      faz: "Reconoce la empresa por el CNPJ del destinatario y permite filtrar, marcar y exportar tienda por tienda.",
    },
    {
      nome: "Transporte y logística",
      chega: "CT-e, CT-e OS y MDF-e, propios y de socios, junto con las NF-e de la carga.",
      faz: "Lee todos los modelos, muestra las facturas de cada flete y sigue las cancelaciones.",
    },
    {
      nome: "Construcción y servicios",
      chega: "Facturas de materiales que la obra compra y que la casa matriz solo descubre después.",
      faz: "El Auditor muestra lo que se emitió contra el CNPJ, aunque nadie haya enviado el XML.",
    },
    {
      nome: "Estudios contables",
      chega: "Los XML de todos los clientes, a fin de mes, de todas las formas.",
      faz: "Una empresa para cada cliente, importación en lote y el período completo en un ZIP.",
    },
    {
      nome: "Quien desarrolla un ERP",
      chega: "Pedidos de integración con correo, SEFAZ y certificado digital.",
      faz: "Un servicio web documentado, con el documento ya leído, verificado y en JSON.",
    },
  ],
  clientes: "Clientes",
  clientesTexto: "Empresas que usan este Malote.",
  chamada: "¿Su empresa recibe facturas por correo?",
};
