/** Says that this is no real store. */
export const Footer = () => (
  <footer className="footer">
    <p>A demonstration store. Nothing is sold, and no invoice leaves this machine.</p>
  </footer>
)
