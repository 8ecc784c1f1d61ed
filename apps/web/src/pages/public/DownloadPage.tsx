import { useParams } from "react-router-dom";
import { extractChave } from "../../features/public-download/chave-facts.ts";
import { DownloadForm } from "../../features/public-download/DownloadForm.tsx";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";
import { PublicPage } from "../../ui/layout/PublicPage.tsx";

/** The public download of a document by its access key. */
export function DownloadPage(): React.JSX.Element {
  const { chaveAcesso = "" } = useParams();
  return (
    <PublicPage title={texts.titulo} text={texts.texto} footer={texts.pe}>
      <DownloadForm key={chaveAcesso} initialChave={extractChave(chaveAcesso)} />
    </PublicPage>
  );
}

export { DownloadPage as Component };
