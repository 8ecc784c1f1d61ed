import { PublicFrame } from "../../ui/layout/PublicFrame.tsx";
import { SignUpLinks } from "./SignUpLinks.tsx";
import classes from "./site.module.css";

/** A page of the site: title and lead, content, and a last sentence with the links to sign up. */
export function SitePage(props: {
  title: string;
  lead: string;
  closing?: string;
  children: React.ReactNode;
}): React.JSX.Element {
  const { title, lead, closing, children } = props;
  return (
    <PublicFrame>
      <div className={classes.opening}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </div>
      {children}
      {closing && (
        <div className={`${classes.ends} ${classes.closing}`}>
          <p className="t-pagina">{closing}</p>
          <SignUpLinks second="/contato" />
        </div>
      )}
    </PublicFrame>
  );
}
