import type * as source from "../../../texts/site/legal.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts that both legal pages share. */
export const legalTexts: Translated<typeof source.legalTexts> = {
  vigencia:
    "Vigente desde el 28 de noviembre de 2026. Esta es una traducción: prevalece el texto en portugués.",
  secoes: "En esta página",
  outra: "¿Le quedó una duda, o quiere ejercer un derecho?",
  falar: "Escribir a Malote",
};

/** Spanish privacy policy. */
export const privacyTexts: Translated<typeof source.privacyTexts> = {
  titulo: "Privacidad",
  texto:
    "Qué datos personales trata Malote, para qué, por cuánto tiempo, y cómo usted los recibe o los borra.",
  secoes: [
    {
      id: "papeis",
      titulo: "Quién responde por los datos",
      texto: [
        "La empresa que usa Malote es la responsable del tratamiento (controladora): decide qué buzones de correo se leen y qué se hace con los documentos. Malote es el encargado del tratamiento (operador): trata los datos en nombre de ella y sigue sus instrucciones.",
        "Por los datos de quien crea la cuenta, de los usuarios y de quien escribe por el formulario de contacto, responde quien opera esta instalación de Malote. El delegado de protección de datos (encarregado) atiende por la página Contacto.",
      ],
    },
    {
      id: "dados",
      titulo: "Qué datos, y para qué",
      texto: [
        "De usuarios: nombre, nombre de usuario, correo, contraseña (solo su resumen criptográfico), passkeys, segundo factor, sesiones con el navegador usado, y el registro de lo que cada uno hizo en la cuenta. Sirven para iniciar sesión, para proteger la cuenta y para probar quién hizo qué (ejecución de contrato e interés legítimo).",
        "De mensajes y documentos fiscales: remitente, destinatario, texto y adjuntos del correo, y los datos de personas que el documento trae, como nombre, CPF y dirección. Sirven para guardar, verificar y entregar los documentos fiscales (obligación legal de la empresa).",
        "De quien escribe por el contacto: nombre, correo, teléfono y el mensaje. Sirven para responder.",
        "Malote no vende datos, no muestra anuncios y no entrena modelos con ellos.",
      ],
    },
    {
      id: "navegador",
      titulo: "Cookies y su navegador",
      texto: [
        "Hay una sola cookie, la de la sesión, creada cuando usted inicia sesión. Las preferencias de la pantalla, los filtros y los borradores quedan en su navegador. No hay rastreo ni servicios de terceros en las páginas; la verificación “No soy un robot” es un cálculo que hace el propio navegador.",
      ],
    },
    {
      id: "compartilhamento",
      titulo: "Con quién se comparten los datos",
      texto: [
        "Con la SEFAZ, cuando un documento se consulta o se manifiesta en nombre de la empresa. Con el proveedor del buzón de correo que la empresa conectó. Con el sistema de gestión (ERP) al que la empresa dio acceso. Con autoridades, cuando la ley obliga.",
        "Quien tiene la clave de acceso de un documento puede descargarlo sin iniciar sesión, si la empresa lo permite; ella lo desactiva en Mi cuenta y en cada empresa.",
      ],
    },
    {
      id: "prazo",
      titulo: "Por cuánto tiempo",
      texto: [
        "Los mensajes y documentos fiscales quedan mientras la cuenta exista: la empresa está obligada a guardarlos por al menos cinco años, contados como manda el Código Tributario Nacional de Brasil. Las sesiones terminan en hasta 7 días sin uso. Los mensajes del contacto se borran después de 180 días.",
        "El registro de lo que se hizo en la cuenta no cambia y no se borra, porque prueba quién verificó, liberó o manifestó un documento. Mantiene el nombre de quien actuó.",
      ],
    },
    {
      id: "direitos",
      titulo: "Sus derechos",
      texto: [
        "En Mi cuenta, “Sus datos” descarga todo lo que Malote guarda sobre usted, en un archivo que se lee en cualquier programa, y borra sus datos y su acceso. Allí también puede corregir su nombre y su correo. Un administrador borra los datos de otro usuario al eliminarlo.",
        "Si sus datos están en un documento o en un correo recibido por una empresa, pídalo a ella: Malote ayuda a la empresa a atenderlo. Un documento fiscal no se puede alterar ni borrar antes del plazo de la ley (art. 16, I, de la LGPD).",
        "Usted también puede reclamar ante la Autoridad Nacional de Protección de Datos de Brasil (ANPD).",
      ],
    },
    {
      id: "seguranca",
      titulo: "Cómo se protegen los datos",
      texto: [
        "Las cuentas están separadas en la propia base de datos. Las contraseñas de buzones, los certificados y las claves se guardan cifrados. Las copias de seguridad están cifradas. Las acciones sensibles piden la contraseña de nuevo, y cada una queda en el registro.",
        "Si hay un incidente que traiga riesgo a personas, se avisa a la empresa y a la ANPD en el plazo de la ley, con lo que ocurrió y lo que se hizo.",
      ],
    },
  ],
};

/** Spanish terms of use. */
export const termsTexts: Translated<typeof source.termsTexts> = {
  titulo: "Términos de uso",
  texto: "Lo que Malote hace, lo que no hace, y lo que cada parte promete.",
  secoes: [
    {
      id: "servico",
      titulo: "El servicio",
      texto: [
        "Malote lee los buzones de correo que su empresa conecta, guarda cada mensaje, extrae de él los documentos fiscales electrónicos, verifica la firma digital, consulta la SEFAZ y entrega los documentos a su equipo y a su ERP.",
        "No emite documentos, no paga a proveedores y no reemplaza los libros fiscales. La decisión de pagar, acreditar o manifestar es de su empresa.",
      ],
    },
    {
      id: "conta",
      titulo: "La cuenta y los usuarios",
      texto: [
        "Quien crea la cuenta declara que puede actuar por la empresa, y responde por los usuarios que invita. Cada persona usa su propio acceso. Las contraseñas, los tokens y los certificados no se comparten; si uno se filtra, cámbielo en el momento y avise.",
        "Conecte solo buzones de correo y certificados que su empresa tiene derecho a usar.",
      ],
    },
    {
      id: "veredito",
      titulo: "Qué quiere decir un veredicto",
      texto: [
        "“Autorizado” quiere decir que la firma coincide y que la SEFAZ respondió así a la hora que la pantalla muestra. El estado puede cambiar después: Malote consulta de nuevo en los plazos que publica, y muestra cuándo consultó.",
        "Cuando la SEFAZ no responde, Malote dice que no sabe. Nunca supone.",
      ],
    },
    {
      id: "limites",
      titulo: "Plan y límites",
      texto: [
        "El plan cuenta documentos por mes. Superarlo no detiene la captura: avisamos y acordamos otro plan. Hay límites de tamaño y de ritmo por cuenta, que protegen a las otras; la documentación de la API los publica.",
        "No está permitido atacar el servicio, intentar ver datos de otras cuentas, o usarlo para enviar mensajes no solicitados.",
      ],
    },
    {
      id: "dados",
      titulo: "Los datos son suyos",
      texto: [
        "Los mensajes y documentos son de su empresa. Descárguelos cuando quiera, uno por uno, en lote, por el repositorio o por la API, en XML original. En Privacidad se explica cómo tratamos los datos personales.",
      ],
    },
    {
      id: "responsabilidade",
      titulo: "Disponibilidad y responsabilidad",
      texto: [
        "Trabajamos para que nada se pierda: cada mensaje se guarda antes de leerse, y hay copias de seguridad. La SEFAZ, los proveedores de correo e internet están fuera de nuestro alcance, y por ellos no respondemos.",
        "Nada de lo aquí dicho excluye derechos que la ley garantiza.",
      ],
    },
    {
      id: "fim",
      titulo: "Cómo termina",
      texto: [
        "La empresa cierra la cuenta cuando quiera, por Contacto. Antes, descargue los documentos: la obligación de guardarlos sigue siendo de ella. Los cambios de estos términos se avisan en el producto con 30 días de anticipación. Se aplica la ley brasileña, en el foro del domicilio de la empresa.",
      ],
    },
  ],
};
