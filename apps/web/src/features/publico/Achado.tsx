import type { SITUACOES_PUBLICAS } from "@malote/contract";
import { formatDocumento, formatInteiro, splitChaveAcesso, type TipoNota, ZONA_PADRAO } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconFileTypePdf, IconFileTypeXml } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { download as textos } from "../../textos/publico.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import classes from "./DownloadForm.module.css";

/** A document that anyone with its key may download until the ticket expires. */
export type DocumentoAchado = {
  chave: string;
  ticket: string;
  tipoNota: TipoNota;
  expiraEm: Date | null;
  situacao: (typeof SITUACOES_PUBLICAS)[number];
};

const HORA = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit", timeZone: ZONA_PADRAO });

/** The document that was found, with links to its XML and PDF; its details come from its key. */
export function Achado({ achado }: { achado: DocumentoAchado }): React.JSX.Element {
  const { chave, ticket, tipoNota, expiraEm, situacao } = achado;
  const titulo = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new ticket is a new result
  useEffect(() => titulo.current?.focus(), [ticket]);
  const { numero, serie, documento } = splitChaveAcesso(chave);
  const hrefOf = (formato: "xml" | "pdf"): string =>
    `/Services/downloadPublico?${new URLSearchParams({ captcha: ticket, chaveAcesso: chave, formato })}`;
  return (
    <section className={classes.achado} aria-label={textos.achado}>
      <header>
        <h2 ref={titulo} tabIndex={-1}>
          <TypeTag tipo={tipoNota} />
          {formatInteiro(Number(numero))}
          <span>{textos.serie(String(Number(serie)))}</span>
        </h2>
        <p>{textos.de(formatDocumento(documento))}</p>
        {situacao !== "normal" && (
          <p className={classes.situacao} role="note">
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
            <span>
              <b>{textos.situacoes[situacao].rotulo}.</b> {textos.situacoes[situacao].texto}
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
              {textos.xml}
            </Button>
          )}
          <Button
            component="a"
            size="md"
            variant="default"
            href={hrefOf("pdf")}
            leftSection={<IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />}
          >
            {textos.pdf}
          </Button>
        </div>
        {situacao === "normal" && <span>{textos.nota}</span>}
        {expiraEm && <span>{textos.ate(HORA.format(expiraEm))}</span>}
      </footer>
    </section>
  );
}
