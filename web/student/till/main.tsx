import '../shared/theme/styles';
import { createRoot } from 'react-dom/client';
import { Till } from './Till';

const place = document.getElementById('root');
if (place) createRoot(place).render(<Till />);
