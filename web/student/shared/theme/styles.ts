import 'virtual:palette.css'; // kit/theme/palette.ts as variables, see vite.config.ts
import './global.css';
