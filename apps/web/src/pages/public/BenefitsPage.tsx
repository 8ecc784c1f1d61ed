import {
  IconCertificate,
  IconCheck,
  IconDatabaseImport,
  IconFolderDown,
  IconMailCheck,
  IconShieldCheck,
  IconUsers,
} from "@tabler/icons-react";
import { ScreenshotPicture } from "../../features/site/ScreenshotPicture.tsx";
import { SitePage } from "../../features/site/SitePage.tsx";
import { notaScreenshot } from "../../features/site/screenshots.ts";
import classes from "../../features/site/site.module.css";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { benefitTexts as texts } from "../../texts/site/site.ts";

const ICONS = [
  IconMailCheck,
  IconCertificate,
  IconShieldCheck,
  IconDatabaseImport,
  IconUsers,
  IconFolderDown,
];

/** The benefits of Malote. */
export function BenefitsPage(): React.JSX.Element {
  usePageTitle("/beneficios");
  return (
    <SitePage title={texts.titulo} lead={texts.texto} closing={texts.chamada}>
      <ScreenshotPicture screenshot={notaScreenshot} alt={texts.tela} isFirst />
      <div className={classes.rows}>
        {texts.grupos.map(({ titulo: title, texto: text, fatos: facts }, i) => {
          const Icon = ICONS[i] ?? IconMailCheck;
          return (
            <section key={title} className={classes.row}>
              <Icon size={24} stroke={1.6} aria-hidden="true" />
              <div>
                <h2 className="t-pagina">{title}</h2>
                <p className={classes.text}>{text}</p>
              </div>
              <ul>
                {facts.map((fact) => (
                  <li key={fact}>
                    <IconCheck size={16} stroke={2} aria-hidden="true" />
                    {fact}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </SitePage>
  );
}

export { BenefitsPage as Component };
