import { IconPhotoOff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { emails } from "../../textos/emails.ts";
import { estimateAltura } from "./altura.ts";
import classes from "./EmailCorpo.module.css";
import { cleanHtml, frameOf } from "./sanitiza.ts";

/** The sender's HTML, sanitised, in a sandboxed frame. */
export function EmailHtml({ html }: { html: string }): React.JSX.Element {
  const { detalhe: t } = emails;
  const [permitidas, setPermitidas] = useState(false);
  const corpo = useMemo(() => cleanHtml(html, permitidas), [html, permitidas]);
  const srcDoc = useMemo(() => frameOf(corpo, permitidas), [corpo, permitidas]);
  const altura = useMemo(() => estimateAltura(corpo.html), [corpo]);
  return (
    <>
      {corpo.remotas > 0 && (
        <p className={classes.bloqueadas}>
          <IconPhotoOff size={18} stroke={1.6} aria-hidden="true" />
          <span>{permitidas ? t.mostradas(corpo.remotas) : t.bloqueadas(corpo.remotas)}</span>
          <button type="button" className="link" onClick={() => setPermitidas(!permitidas)}>
            {permitidas ? t.esconder : t.mostrar}
          </button>
        </p>
      )}
      <iframe
        className={classes.quadro}
        title={t.corpo}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={srcDoc}
        style={altura === null ? undefined : ({ "--altura": `${altura}px` } as React.CSSProperties)}
      />
    </>
  );
}
