import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { xmlQuery } from "../../../rpc/files/xml-query.ts";
import { general } from "../../../texts/app/general.ts";
import { FailureState } from "../../../ui/feedback/FailureState.tsx";
import { XmlViewer } from "./XmlViewer.tsx";

/** The XML of a document, fetched when its tab is opened. */
export function XmlTab({ notaId }: { notaId: string }): React.JSX.Element | null {
  const { data, error, isPending, refetch } = useQuery(xmlQuery(notaId));
  if (isPending) return <Loader size="sm" m={32} role="status" aria-label={general.carregando} />;
  if (error) return <FailureState failure={explainFailure(error)} onRetry={() => void refetch()} />;
  return <XmlViewer xml={data} />;
}
