import { useEffect } from "react";
import { addSeenFile } from "../../features/alerts/seen-files.ts";
import { serverNow } from "../../network/clock.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { downloadFile, exportacaoHref, repositorioHref } from "../../rpc/files/file-urls.ts";
import {
  downloadsQuery,
  exportacoesQuery,
  isRunning,
  type RequestedFile,
} from "../../rpc/files/requested-files.ts";
import { forgetFile, useWatchedFiles, type WatchedFile } from "../../rpc/files/watched-files.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { requestedFileTexts as texts } from "../../texts/files/requested-files.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import type { Owner } from "../../ui/state/stored-value.ts";

/** Notifies the user when a requested file is ready, on any page. */
export function RequestedFilesWatch(): null {
  const watchedFiles = useWatchedFiles();
  const owner = useOwner();
  const isWatched = (type: WatchedFile["tipo"]): boolean =>
    watchedFiles.some((watched) => watched.tipo === type);
  const exportacoes = useQuery({ ...exportacoesQuery(1), enabled: isWatched("exportacao") });
  const downloads = useQuery({ ...downloadsQuery(1), enabled: isWatched("repositorio") });
  useEffect(() => {
    const known: readonly RequestedFile[] = [
      ...(exportacoes.data?.results ?? []),
      ...(downloads.data?.results ?? []),
    ];
    for (const watched of watchedFiles) {
      const file = known.find(({ id }) => id === watched.id);
      if (file && !isRunning(file)) notify(watched, file, owner);
    }
  }, [owner, watchedFiles, exportacoes.data, downloads.data]);
  return null;
}

function notify({ tipo: type, id }: WatchedFile, file: RequestedFile, owner: Owner | null): void {
  const { mensagem: message } = file;
  const name = file.estado === "concluido" ? file.nome : null;
  forgetFile(id);
  if (owner)
    addSeenFile(owner, { tipo: type, id, nome: name, mensagem: message, quando: serverNow().toISOString() });
  if (name === null) {
    showFailureToast({ titulo: texts.falhou, texto: message ?? "" });
    return;
  }
  const href = type === "exportacao" ? exportacaoHref(id) : repositorioHref(id);
  showToast(texts.pronto(name), { label: texts.baixar, onClick: () => downloadFile(href) });
}
