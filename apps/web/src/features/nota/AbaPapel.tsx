import { Button } from "@mantine/core";
import { IconExternalLink, IconFileTypePdf } from "@tabler/icons-react";
import { papelHref } from "../../rpc/arquivos.ts";
import type { Nota } from "../../rpc/queries.ts";
import { PAPEIS } from "../../textos/nota.ts";
import { papel as textos } from "../../textos/papel.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import classes from "./AbaPapel.module.css";
import { isPdfVisivel } from "./aba.ts";

/** The printed form of a document in a frame; a link where the browser cannot embed a PDF. */
export function AbaPapel({ nota }: { nota: Nota }): React.JSX.Element {
  const nome = PAPEIS[nota.tipoNota];
  if (!isPdfVisivel()) {
    const abrir = (
      <Button
        component="a"
        href={papelHref(nota)}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} stroke={1.8} aria-hidden="true" />}
      >
        {textos.abrir(nome)}
      </Button>
    );
    return (
      <EmptyState icone={IconFileTypePdf} titulo={nome} acao={abrir}>
        {textos.fora}
      </EmptyState>
    );
  }
  return (
    <div className={classes.papel}>
      {nota.quarentena && (
        <p className={classes.aviso} role="note">
          {textos.quarentena}
        </p>
      )}
      <iframe
        src={`${papelHref(nota)}#view=FitH&navpanes=0`}
        title={textos.titulo(nome, nota.numeroNota)}
        className={classes.quadro}
      />
    </div>
  );
}
