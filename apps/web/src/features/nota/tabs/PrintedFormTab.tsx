import { MODELOS } from "@malote/syntax";
import { Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printedFormHref } from "../../../rpc/files/file-urls.ts";
import { paperQuery } from "../../../rpc/files/paper-query.ts";
import { printedFormTexts as texts } from "../../../texts/nota/printed-form.ts";
import { FailureState } from "../../../ui/feedback/FailureState.tsx";
import { Paper } from "../paper/Paper.tsx";
import { readDrawing } from "../paper/read-drawing.ts";
import classes from "./NotaTabs.module.css";

/** The printed form of a document, drawn in the page. */
export function PrintedFormTab({ nota }: { nota: Nota }): React.JSX.Element {
  const name = MODELOS[nota.tipoNota].printedForm.nome;
  const { data, error, refetch } = useQuery(paperQuery(nota.id));
  const drawing = useMemo(() => (data ? readDrawing(data) : null), [data]);
  const failure = error ?? (data !== undefined && drawing === null ? new Refusal(texts.semDesenho) : null);
  return (
    <Stack gap={0} className={classes.paper}>
      {nota.quarentena && (
        <Text inherit role="note" p="10px 20px" c="var(--warn-text)" bg="var(--warn-soft)">
          {texts.quarentena}
        </Text>
      )}
      {drawing && (
        <Paper
          drawing={drawing}
          title={texts.titulo(name, nota.numeroNota)}
          pdfHref={printedFormHref(nota)}
        />
      )}
      {!drawing && failure && (
        <FailureState failure={explainFailure(failure)} onRetry={() => void refetch()} />
      )}
    </Stack>
  );
}
