import type { PUBLIC_STATES } from "@malote/contract";
import {
  DEFAULT_ZONE,
  formatDocumento,
  formatInteger,
  splitChaveAcesso,
  type TipoNota,
} from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconFileTypePdf, IconFileTypeXml } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import classes from "./DownloadForm.module.css";

/** A document that anyone with its key may download until the ticket expires. */
export type FoundDocumentoData = {
  chave: string;
  ticket: string;
  tipoNota: TipoNota;
  expiraEm: Date | null;
  situacao: (typeof PUBLIC_STATES)[number];
};

const TIME_FORMAT = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: DEFAULT_ZONE,
});

/** The document that was found, with links to its XML and PDF; its details come from its key. */
export function FoundDocumento({ found }: { found: FoundDocumentoData }): React.JSX.Element {
  const { chave, ticket, tipoNota, expiraEm, situacao } = found;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new ticket is a new result
  useEffect(() => headingRef.current?.focus(), [ticket]);
  const { numero, serie, documento } = splitChaveAcesso(chave);
  const hrefOf = (format: "xml" | "pdf"): string =>
    `/Services/downloadPublico?${new URLSearchParams({ captcha: ticket, chaveAcesso: chave, formato: format })}`;
  return (
    <section className={classes.achado} aria-label={texts.achado}>
      <header>
        <h2 ref={headingRef} tabIndex={-1}>
          <TypeTag type={tipoNota} />
          {formatInteger(Number(numero))}
          <span>{texts.serie(String(Number(serie)))}</span>
        </h2>
        <p>{texts.de(formatDocumento(documento))}</p>
        {situacao !== "normal" && (
          <p className={classes.situacao} role="note">
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
            <span>
              <b>{texts.situacoes[situacao].rotulo}.</b> {texts.situacoes[situacao].texto}
            </span>
          </p>
        )}
      </header>
      <footer>
        <div className={classes.botoes}>
          {situacao === "normal" && (
            <Button
              component="a"
              size="md"
              href={hrefOf("xml")}
              leftSection={<IconFileTypeXml size={18} stroke={1.6} aria-hidden="true" />}
            >
              {texts.xml}
            </Button>
          )}
          <Button
            component="a"
            size="md"
            variant="default"
            href={hrefOf("pdf")}
            leftSection={<IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />}
          >
            {texts.pdf}
          </Button>
        </div>
        {situacao === "normal" && <span>{texts.nota}</span>}
        {expiraEm && <span>{texts.ate(TIME_FORMAT.format(expiraEm))}</span>}
      </footer>
    </section>
  );
}
