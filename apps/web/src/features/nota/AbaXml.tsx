import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { explainFalha } from "../../rpc/falhas.ts";
import { xmlQuery } from "../../rpc/xml.ts";
import { geral } from "../../textos/geral.ts";
import { Falha } from "../../ui/Falha.tsx";
import { XmlVisor } from "./XmlVisor.tsx";

/** The XML of a document, fetched when its tab is opened. */
export function AbaXml({ notaId }: { notaId: string }): React.JSX.Element | null {
  const { data, error, isPending, refetch } = useQuery(xmlQuery(notaId));
  if (isPending) return <Loader size="sm" m={32} role="status" aria-label={geral.carregando} />;
  if (error) return <Falha falha={explainFalha(error)} onRetry={() => void refetch()} />;
  return <XmlVisor xml={data} />;
}
