import { Alert, Box } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { emailTexts } from "../../../texts/lists/emails.ts";
import classes from "./Email.module.css";
import { estimateHeight } from "./estimate-height.ts";
import { cleanHtml, frameOf } from "./sanitise-html.ts";

/** The sender's HTML, sanitised, in a sandboxed frame. */
export function EmailHtml({ html }: { html: string }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  const [remoteAllowed, setRemoteAllowed] = useState(false);
  const cleaned = useMemo(() => cleanHtml(html, remoteAllowed), [html, remoteAllowed]);
  const srcDoc = useMemo(() => frameOf(cleaned, remoteAllowed), [cleaned, remoteAllowed]);
  const height = useMemo(() => estimateHeight(cleaned.html), [cleaned]);
  return (
    <>
      {cleaned.remotas > 0 && (
        <Box px="var(--gutter)" pb={20}>
          <Alert
            role="note"
            variant="outline"
            icon={<IconPhotoOff size={16} stroke={1.6} aria-hidden="true" />}
          >
            {remoteAllowed ? t.mostradas(cleaned.remotas) : t.bloqueadas(cleaned.remotas)}{" "}
            <button type="button" className="link" onClick={() => setRemoteAllowed(!remoteAllowed)}>
              {remoteAllowed ? t.esconder : t.mostrar}
            </button>
          </Alert>
        </Box>
      )}
      <iframe
        className={classes.frame}
        title={t.corpo}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={srcDoc}
        style={height === null ? undefined : ({ "--height": `${height}px` } as React.CSSProperties)}
      />
    </>
  );
}
